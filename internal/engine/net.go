package engine

import (
	"fmt"
	"strings"

	"gtpgo/internal/net"
)

// Net is the net that advises the search, and the value of the parameter that says so.
type Net struct {
	name string
	file *net.Net // that of a file
}

// weights returns the net, nil for none. The one that comes with the program is made
// ready when it is first asked for.
func (n Net) weights() *net.Net {
	if n.name == netOn || n.name == netAuto && net.Fast() {
		return net.Default()
	}
	return n.file
}

// String returns the value of the parameter.
func (n Net) String() string {
	if n.name == "" {
		return netOff
	}
	return n.name
}

// Values of the parameter besides the name of a file.
const (
	netAuto = "auto" // on where the machine has fast code for it, else off
	netOn   = "on"
	netOff  = "off"
)

// maxNetFile bounds the size of a file of weights, in bytes.
const maxNetFile = 64 << 20

func setNet(c *Config, text string) error {
	switch name := strings.ToLower(text); name {
	case netAuto, netOn, netOff:
		c.Net = Net{name: name}
		return nil
	}
	data, err := readRegular(text, maxNetFile)
	switch {
	case err != nil:
		return err
	case len(data) > maxNetFile:
		return fmt.Errorf("more than %d bytes", maxNetFile)
	}
	n, err := net.Read(data)
	if err != nil {
		return err
	}
	c.Net = Net{text, n}
	return nil
}
