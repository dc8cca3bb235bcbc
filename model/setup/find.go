package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// wantVersion is the release of libtorch that gotch v0.9.1 was generated for.
const wantVersion = "2.1"

// copyOf is one usable copy of libtorch.
type copyOf struct {
	source   string   // where it was found, for people
	version  string   // from its headers
	lib      string   // folder with libtorch_cpu.so
	include  []string // folders for the C++ compiler
	cxx11ABI bool     // built with the new std::string
	cuda     bool     // has libtorch_cuda.so, and this machine has a driver for it
}

// places are where find looks, in order.
type places struct {
	libtorch string        // $LIBTORCH; "" when unset
	build    string        // in this clone
	cache    string        // shared by all clones
	python   func() string // folder of an installed Python package torch, "" for none
}

// find returns the first usable copy, nil when there is none. A $LIBTORCH that does not fit is an error, not skipped:
// whoever set it means it.
func find(p places) (*copyOf, error) {
	if p.libtorch != "" {
		c, err := inspect(p.libtorch)
		if err != nil {
			return nil, fmt.Errorf("LIBTORCH=%s: %w; point it at the folder that holds lib and include of libtorch %s, or unset it",
				p.libtorch, err, wantVersion)
		}
		c.source = "$LIBTORCH"
		return c, nil
	}
	for _, at := range []struct{ source, root string }{
		{".build", p.build}, {"the user's cache folder", p.cache},
	} {
		switch c, err := inspect(at.root); {
		case err == nil:
			c.source = at.source
			return c, nil
		case !errors.Is(err, os.ErrNotExist):
			fmt.Fprintf(os.Stderr, "passing over %s: %v\n", at.root, err)
		}
	}
	if root := p.python(); root != "" {
		if c, err := inspect(root); err == nil {
			c.source = "the installed Python package"
			return c, nil
		}
	}
	return nil, nil
}

var versionLine = regexp.MustCompile(`#define TORCH_VERSION_(MAJOR|MINOR|PATCH) (\d+)`)

// inspect reads what a build must know about the copy under root: a libtorch folder, a Python package torch, the folder
// above one, or a prefix such as /usr.
func inspect(root string) (*copyOf, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	for _, sub := range []string{"", "torch"} {
		for _, lib := range []string{"lib", "lib64", "lib/x86_64-linux-gnu"} {
			dir := filepath.Join(root, sub, lib)
			if _, err := os.Stat(filepath.Join(dir, "libtorch_cpu.so")); err == nil {
				return read(filepath.Join(root, sub, "include"), dir)
			}
		}
	}
	return nil, fmt.Errorf("no lib/libtorch_cpu.so: %w", os.ErrNotExist)
}

func read(include, lib string) (*copyOf, error) {
	api := filepath.Join(include, "torch/csrc/api/include")
	header, err := os.ReadFile(filepath.Join(api, "torch/version.h"))
	if err != nil {
		return nil, fmt.Errorf("library without headers: %w", err)
	}
	var parts []string
	for _, m := range versionLine.FindAllSubmatch(header, 3) {
		parts = append(parts, string(m[2]))
	}
	c := &copyOf{version: strings.Join(parts, "."), lib: lib, include: []string{include, api}}
	if !strings.HasPrefix(c.version, wantVersion+".") {
		return nil, fmt.Errorf("libtorch %s does not fit, %s is needed", c.version, wantVersion)
	}
	if c.cxx11ABI, err = newABI(filepath.Join(lib, "libc10.so")); err != nil {
		return nil, err
	}
	c.cuda = exists(filepath.Join(lib, "libtorch_cuda.so")) && exists(driverFile)
	return c, nil
}

// driverFile is there when NVIDIA's driver is loaded.
var driverFile = "/proc/driver/nvidia/version"

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// newABI reports whether a C++ library exports functions that take the std::string of GCC 5 and later, whose symbols
// carry the name __cxx11.
func newABI(lib string) (bool, error) {
	f, err := elf.Open(lib)
	if err != nil {
		return false, err
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return false, fmt.Errorf("%s: %w", lib, err)
	}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && strings.HasPrefix(s.Name, "_ZN3c10") && strings.Contains(s.Name, "__cxx11") {
			return true, nil
		}
	}
	return false, nil
}

// pythonTorch asks Python for the folder of the package torch without importing it.
func pythonTorch() string {
	out, err := exec.Command("python3", "-c",
		"import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
