# All targets wrap plain go commands; make alone lists them.

FUZZTIME  ?= 30s
FUZZMOVES ?= 10000000
SOAKGAMES ?= 1000
TIMEGAMES ?= 500
ENDGAMES  ?= 6
SEED      ?= 1

# Folders of labelled games, with commas between, and further arguments of training.
DATA      ?=
TRAINARGS ?=

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
PLATFORMS   = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

# The files in which playouts spend their time; the compiler must find every
# index in range.
HOT = (rules/(board|point)|search/(playout|pattern|rng))\.go

# The engines of a match, by their command lines, and further flags of it.
A         ?= bin/gtpgo --threads 1 --time 0 --playouts 1000 --seed {seed}
B         ?= gnugo --mode gtp --level 1 --chinese-rules --positional-superko --seed {seed}
MATCHARGS ?= --rules chinese --games 20

# A tagged commit gives its version to the build, if the second number is 15 or
# more (see cmd/gtpgo/main.go); any other build has the version of main.go.
VERSION := $(shell git describe --tags --exact-match 2>/dev/null | \
	sed -nE 's/^v?([0-9]+\.(1[5-9]|[2-9][0-9]|[1-9][0-9]{2,})\.[0-9]+)$$/\1/p')
BUILD    = go build -trimpath -buildvcs=false $(if $(VERSION),-ldflags "-X main.version=$(VERSION)")

.DEFAULT_GOAL := help
.PHONY: help build run test clients race lint bench yardstick match fuzz soak limits times endings counts train build-all clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/gtpgo
	$(BUILD) -o bin/gtpgo ./cmd/gtpgo

run: build ## show a game of the engine against itself, in a few seconds
	@sh testdata/gtp/demo/game.sh bin/gtpgo --time 0.04 --resign-threshold 0

test: ## run all tests, and first fetch what those with real clients need
	@sh testdata/clients/fetch.sh
	go vet ./...
	go test ./...

clients: build ## let Quarry and qGo, programs with a window, play on a display of their own
	sh testdata/clients/gui.sh bin/gtpgo dist/clients

race: ## run all tests with the race detector
	go test -race -timeout 60m ./...

lint: ## look for bad format, suspicious code and an untidy go.mod
	@files=$$(gofmt -l .); test -z "$$files" || { echo "not formatted:" $$files; exit 1; }
	go vet ./...
	go mod tidy -diff
	@checks=$$(go build -gcflags=-d=ssa/check_bce ./internal/rules ./internal/search 2>&1 | grep -E '$(HOT)'); \
	test -z "$$checks" || { echo "bounds checks in hot files:" "$$checks"; exit 1; }
	go run $(STATICCHECK) ./...

bench: build ## measure playouts and search, and print the signature of play
	bin/gtpgo bench

yardstick: build ## measure as bench does, and divide by the speed of a plain playout in C
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	cc -O3 -march=native -o "$$dir/yardstick" testdata/yardstick.c && \
	{ "$$dir/yardstick" 9 200000; "$$dir/yardstick" 19 30000; bin/gtpgo bench; } | tee "$$dir/out" && \
	awk '/^size/ { c[$$2] = $$8 } / [0-9]+x[0-9]+: / { split($$(NF-2), n, "x"); \
		name = $$0; sub(":.*", "", name); printf "%s: %.3f of the yardstick\n", name, $$(NF-1) / c[n[1]] }' "$$dir/out"

match: build ## play games between the engines A and B and measure which is stronger
	PATH="$$PATH:/usr/games" bin/gtpgo match --a "$(A)" --b "$(B)" $(MATCHARGS)

fuzz: ## run every fuzz test for FUZZTIME, and FUZZMOVES moves beside the reference rules
	@for pkg in $$(go list ./...); do \
		list=$$(go test -list '^Fuzz' $$pkg) || exit 1; \
		for name in $$(echo "$$list" | grep '^Fuzz'); do \
			echo "$$pkg $$name"; \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done
	GOGC=800 go test ./internal/rules -run '^TestDifferential$$' -v -timeout 0 -rules.moves=$(FUZZMOVES) -rules.seed=0

soak: ## play SOAKGAMES games in one process, and watch its memory and goroutines
	go test ./cmd/gtpgo -run '^TestSoak$$' -v -timeout 0 -soak.games=$(SOAKGAMES)

limits: ## measure how soon it answers and stops, what it uses while idle, and its memory in ten minutes
	go test ./cmd/gtpgo -run '^(TestSpeed|TestCancel)$$' -v -timeout 0 -speed -cancel.rounds 10
	for mb in 32 64 256; do go test ./cmd/gtpgo -run '^TestMemoryLimit$$' -v -timeout 0 -memory.time 10m -memory.size $$mb || exit 1; done

times: ## play TIMEGAMES games on each clock while other programs keep the machine busy
	go test ./cmd/gtpgo -run '^TestTimes$$' -v -timeout 0 -times.games=$(TIMEGAMES)

endings: ## look through the ends of 500 games of Jungo, and of ENDGAMES games under each ruleset
	go test ./internal/engine -run '^TestJungoGames$$' -v -timeout 0 -jungo.games=500 -jungo.seed=$(SEED)
	go test ./internal/engine -run '^TestEndingGames$$' -v -timeout 0 -ending.games=$(ENDGAMES) -ending.seed=$(SEED)

counts: ## count the legal positions of 4x4, too, against the published number
	go test ./internal/rules -run '^TestLegalPositions$$' -v -timeout 0 -rules.counts

train: ## learn the weights of the net from the labelled games in the folders DATA
	sh training/train.sh "$(DATA)" $(TRAINARGS)

build-all: ## build for all systems into dist
	@for p in $(PLATFORMS); do \
		os=$${p%/*} arch=$${p#*/}; file=dist/gtpgo-$$os-$$arch; test $$os != windows || file=$$file.exe; \
		echo $$file; CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(BUILD) -o $$file ./cmd/gtpgo || exit 1; \
	done

clean: ## remove what was built and fetched
	rm -rf bin dist testdata/clients/sabaki/node_modules
