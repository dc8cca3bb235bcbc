package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// gotch links against these by name whether or not they are used. Empty archives satisfy the linker; what libtorch
// really needs of them it loads by itself.
var cudaNames = []string{"cuda", "cudart", "cublas", "cudnn", "caffe2_nvrtc", "nvrtc-builtins", "nvrtc", "nvToolsExt"}

// emptyArchive is a valid archive for the linker without members.
const emptyArchive = "!<arch>\n"

// compiler wraps the C++ compiler. gotch's generated bindings take six minutes at its own -O3 -g and one without; they
// only pass calls on, so their speed does not matter.
const compiler = `#!/bin/sh
for arg; do
	shift
	case $arg in
	-O*|-g|-g[0-9]) ;;
	*) set -- "$@" "$arg" ;;
	esac
done
exec g++ "$@"
`

// environment holds what the Go command must be told.
type environment struct{ names, values []string }

func (e *environment) set(name, value string) {
	e.names, e.values = append(e.names, name), append(e.values, value)
}

// shell writes the variables for a POSIX shell to read.
func (e *environment) shell() string {
	var b strings.Builder
	for i, name := range e.names {
		fmt.Fprintf(&b, "export %s='%s'\n", name, strings.ReplaceAll(e.values[i], "'", `'\''`))
	}
	return b.String()
}

// toolchain makes the compiler wrapper and the archives in dir and returns the environment that builds against lib.
// The folder is shared by all clones: its path is part of the key under which Go caches the compiled bindings.
func toolchain(lib *copyOf, dir string) (*environment, error) {
	if strings.ContainsAny(lib.lib+dir, " \t\n\"'") {
		return nil, fmt.Errorf("the Go command cannot pass folders with spaces or quotes to the C++ compiler: %s, %s", lib.lib, dir)
	}
	names, stubs := cudaNames, filepath.Join(dir, "stubs")
	var device []string
	if lib.cuda {
		device = []string{"-Wl,--no-as-needed", "-lc10_cuda", "-ltorch_cuda", "-Wl,--as-needed"}
		stubs += "-cuda"
	} else {
		names = append(names[:len(names):len(names)], "c10_cuda", "torch_cuda")
	}
	for _, name := range names {
		if err := writeIfChanged(filepath.Join(stubs, "lib"+name+".a"), emptyArchive, 0o644); err != nil {
			return nil, err
		}
	}
	cxx := filepath.Join(dir, "c++")
	if err := writeIfChanged(cxx, compiler, 0o755); err != nil {
		return nil, err
	}
	abi := 0
	if lib.cxx11ABI {
		abi = 1
	}
	flags := []string{}
	for _, include := range lib.include {
		if _, err := os.Stat(include); err != nil {
			return nil, err
		}
		flags = append(flags, "-I"+include)
	}
	flags = append(flags, fmt.Sprintf("-D_GLIBCXX_USE_CXX11_ABI=%d", abi))
	link := append([]string{"-L" + stubs, "-L" + lib.lib, "-Wl,-rpath," + lib.lib, "-Wl,--as-needed"}, device...)
	e := &environment{}
	e.set("CGO_ENABLED", "1")
	e.set("CXX", cxx)
	e.set("CGO_CXXFLAGS", strings.Join(flags, " "))
	e.set("CGO_LDFLAGS", strings.Join(link, " "))
	return e, nil
}
