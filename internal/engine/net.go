package engine

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"gtpgo/internal/net"
)

// Net is the net that advises the search, and the value of the parameter that says so.
type Net struct {
	name string
	net  *net.Net // nil for none
}

// String returns the value of the parameter.
func (n Net) String() string {
	if n.net == nil && n.name == "" {
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
		if name == netOn || name == netAuto && net.Fast() {
			c.Net.net = net.Default()
		}
		return nil
	}
	info, err := os.Stat(text)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() > maxNetFile:
		return fmt.Errorf("more than %d bytes", maxNetFile)
	}
	data, err := os.ReadFile(text)
	if err != nil {
		return err
	}
	n, err := net.Read(data)
	if err != nil {
		return err
	}
	c.Net = Net{text, n}
	return nil
}
