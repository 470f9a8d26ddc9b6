package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// ladder holds the packages: each may import only those below it. Beside it
// stand the other modules that it may import, and what of the standard library
// it must do without.
var ladder = []struct {
	pkg       string
	modules   []string
	forbidden []string
}{
	{"training/label", nil, nil},
	{"training/policy", nil, nil},
	{"training/positions", nil, nil},
	{"training/measure", nil, nil},
	{"cmd/gtpgo", []string{"github.com/rs/zerolog", "github.com/spf13/pflag", "golang.org/x/sys/unix"}, nil},
	{"internal/gtp", []string{"github.com/rs/zerolog"}, nil},
	{"internal/engine", []string{"github.com/rs/zerolog"}, nil},
	{"training/teacher", nil, nil},
	{"internal/search", nil, []string{"log", "log/slog", "os"}},
	{"internal/net", []string{"golang.org/x/sys/cpu"}, []string{"log", "log/slog", "os", "time"}},
	{"internal/rules", nil, []string{"context", "io", "log", "log/slog", "math/rand", "math/rand/v2", "os", "sync", "time"}},
}

// gameFree are the files of internal/gtp that know nothing of the game.
var gameFree = []string{"args.go", "client.go", "command.go", "dispatch.go", "errors.go", "input.go", "reply.go", "server.go", "wire.go"}

// rulesTable is the only file that names rulesets.
const rulesTable = "internal/rules/rulesets.go"

const (
	module = "gtpgo"
	root   = "../.." // of the module, from here
)

// source is a file of the program, tests excluded.
type source struct {
	path string // from the root, with slashes
	pkg  string // its directory
	ast  *ast.File
	fset *token.FileSet
}

// at returns the place of a node for a message.
func (s *source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.fset.Position(n.Pos()).Line)
}

// imports returns what the file imports, by path.
func (s *source) imports(t *testing.T) map[string]*ast.ImportSpec {
	t.Helper()
	found := map[string]*ast.ImportSpec{}
	for _, spec := range s.ast.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatalf("%s: %v", s.at(spec), err)
		}
		found[name] = spec
	}
	return found
}

// sources parses all files of the program, whatever system they are for; a folder with
// a go.mod of its own holds a tool, no part of the program.
func sources(t *testing.T) []*source {
	t.Helper()
	var list []*source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && name != root
		switch {
		case err != nil:
			return err
		case d.IsDir() && (hidden || d.Name() == "testdata" || name != root && isModule(name)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		s := &source{fset: token.NewFileSet()}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		s.path = filepath.ToSlash(rel)
		s.pkg = path.Dir(s.path)
		s.ast, err = parser.ParseFile(s.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		list = append(list, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// isModule reports whether a folder is the root of a module.
func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// rung returns the place of a package on the ladder, -1 if it has none.
func rung(pkg string) int {
	for i := range ladder {
		if ladder[i].pkg == pkg {
			return i
		}
	}
	return -1
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t) {
		seen[s.pkg] = true
		place := rung(s.pkg)
		if place < 0 {
			t.Errorf("%s: package %s has no place on the ladder", s.path, s.pkg)
			continue
		}
		free := s.pkg == "internal/gtp" && slices.Contains(gameFree, path.Base(s.path))
		for name, spec := range s.imports(t) {
			own, isOwn := strings.CutPrefix(name, module+"/")
			first, _, _ := strings.Cut(name, "/")
			switch {
			case spec.Name != nil && spec.Name.Name == ".":
				t.Errorf("%s: dot import of %s", s.at(spec), name)
			case isOwn && rung(own) <= place:
				t.Errorf("%s: %s must not import %s", s.at(spec), s.pkg, own)
			case isOwn && free:
				t.Errorf("%s: imports %s, but the file is to stay free of the game", s.at(spec), own)
			case !isOwn && strings.Contains(first, ".") && !slices.Contains(ladder[place].modules, name):
				t.Errorf("%s: %s must not import %s", s.at(spec), s.pkg, name)
			case slices.Contains(ladder[place].forbidden, name):
				t.Errorf("%s: %s has to do without %s", s.at(spec), s.pkg, name)
			}
		}
	}
	for _, l := range ladder {
		if !seen[l.pkg] {
			t.Errorf("no package %s", l.pkg)
		}
	}
}

// TestGameFree finds entries of gameFree that have no file.
func TestGameFree(t *testing.T) {
	missing := slices.Clone(gameFree)
	for _, s := range sources(t) {
		if s.pkg == "internal/gtp" {
			missing = slices.DeleteFunc(missing, func(name string) bool { return name == path.Base(s.path) })
		}
	}
	if len(missing) > 0 {
		t.Errorf("internal/gtp lacks %v", missing)
	}
}

func TestPackageComments(t *testing.T) {
	found := map[string][]string{}
	for _, s := range sources(t) {
		if s.ast.Doc != nil {
			found[s.pkg] = append(found[s.pkg], s.path)
		}
	}
	for _, l := range ladder {
		if files := found[l.pkg]; len(files) != 1 {
			t.Errorf("%s: %d package comments, want one: %v", l.pkg, len(files), files)
		}
	}
}

// TestRulesetNames finds code that knows a ruleset by its name instead of by
// its properties. The names of the three modes of counting are ordinary words,
// and so are some aliases, which are therefore not looked for.
func TestRulesetNames(t *testing.T) {
	names := map[string]bool{}
	for _, r := range rules.Rulesets() {
		names[r.Name] = true
	}
	for _, mode := range []string{"jungo", "area", "territory"} {
		delete(names, mode)
	}
	if len(names) < 10 {
		t.Fatalf("only %d names to look for", len(names))
	}
	for _, s := range sources(t) {
		if s.path == rulesTable {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err != nil {
				t.Errorf("%s: %v", s.at(n), err)
			} else if names[text] {
				t.Errorf("%s: the name of a ruleset, %s, outside %s", s.at(n), lit.Value, rulesTable)
			}
			return true
		})
	}
}

// TestCode finds init functions anywhere, and printing or use of the standard
// streams in packages that are no programs: standard output belongs to the
// protocol.
func TestCode(t *testing.T) {
	streams := map[string][]string{
		"fmt": {"Print", "Printf", "Println"},
		"os":  {"Stdin", "Stdout", "Stderr"},
	}
	for _, s := range sources(t) {
		for _, decl := range s.ast.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: func init", s.at(f))
			}
		}
		if s.ast.Name.Name == "main" {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && slices.Contains(streams[x.Name], n.Sel.Name) {
					t.Errorf("%s: %s.%s is for programs", s.at(n), x.Name, n.Sel.Name)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
					t.Errorf("%s: %s is for programs", s.at(n), f.Name)
				}
			}
			return true
		})
	}
}
