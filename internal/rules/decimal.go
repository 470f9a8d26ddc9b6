package rules

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// Decimal is an exact decimal number: komi is kept as it was written, and a
// margin never loses a hundredth. The zero value is 0. Values are immutable.
type Decimal struct {
	digits *big.Int // nil means 0
	scale  int      // the number is digits / 10^scale, scale >= 0
}

// ErrDecimal is returned for text that is no finite decimal number.
var ErrDecimal = errors.New("not a finite decimal number")

// maxScale bounds the digits after the point, and those before it, so that a
// hostile exponent cannot fill the memory. It covers every float64.
const maxScale = 400

// ParseDecimal reads a finite number: an optional sign, digits with an
// optional point, an optional decimal exponent. A comma, NaN, infinities,
// hexadecimal and more than 400 digits on either side of the point are
// ErrDecimal.
func ParseDecimal(s string) (Decimal, error) {
	rest := strings.TrimLeft(s, "+-")
	neg := strings.HasPrefix(s, "-")
	if len(s)-len(rest) > 1 {
		return Decimal{}, ErrDecimal
	}
	exp := 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		var err error
		if exp, err = strconv.Atoi(rest[i+1:]); err != nil || exp > maxScale || exp < -maxScale {
			return Decimal{}, ErrDecimal
		}
		rest = rest[:i]
	}
	whole, frac, _ := strings.Cut(rest, ".")
	if whole+frac == "" || len(whole) > maxScale || len(frac) > maxScale ||
		len(whole)+exp > maxScale || len(frac)-exp > maxScale ||
		strings.Trim(whole+frac, "0123456789") != "" {
		return Decimal{}, ErrDecimal
	}
	digits, _ := new(big.Int).SetString(whole+frac, 10)
	if neg {
		digits.Neg(digits)
	}
	scale := len(frac) - exp
	if scale < 0 {
		digits.Mul(digits, pow10(-scale))
		scale = 0
	}
	return Decimal{digits, scale}, nil
}

// Halves returns n/2.
func Halves(n int) Decimal { return Decimal{big.NewInt(int64(n) * 5), 1} }

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// at returns the digits of d for a scale that is not smaller than its own.
func (d Decimal) at(scale int) *big.Int {
	if d.digits == nil {
		return new(big.Int)
	}
	return new(big.Int).Mul(d.digits, pow10(scale-d.scale))
}

// Sub returns d - o.
func (d Decimal) Sub(o Decimal) Decimal {
	scale := max(d.scale, o.scale)
	return Decimal{new(big.Int).Sub(d.at(scale), o.at(scale)), scale}
}

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int {
	if d.digits == nil {
		return 0
	}
	return d.digits.Sign()
}

// Float returns the nearest float64.
func (d Decimal) Float() float64 {
	f, _ := strconv.ParseFloat(d.String(), 64) // never out of range but for overflow, where ±Inf is meant
	return f
}

// String returns the shortest exact decimal: no exponent, no zeros at the end,
// a zero before the point.
func (d Decimal) String() string {
	if d.Sign() == 0 {
		return "0"
	}
	s := new(big.Int).Abs(d.digits).String()
	if len(s) <= d.scale {
		s = strings.Repeat("0", d.scale-len(s)+1) + s
	}
	whole, frac := s[:len(s)-d.scale], strings.TrimRight(s[len(s)-d.scale:], "0")
	if frac != "" {
		whole += "." + frac
	}
	if d.Sign() < 0 {
		return "-" + whole
	}
	return whole
}

// Result returns the margin d, Black less White, as GTP 2 section 4.3 writes
// a result: "B+3.5", "W+0.5", "0".
func (d Decimal) Result() string {
	switch d.Sign() {
	case 1:
		return "B+" + d.String()
	case -1:
		return "W+" + d.String()[1:]
	}
	return "0"
}
