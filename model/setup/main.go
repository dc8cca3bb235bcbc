// Command setup makes a machine ready to build with the tag "torch": it finds a copy of libtorch 2.1, or fetches one
// into the user's cache folder, and writes a file of environment variables for the Go command.
//
//	go run ./model/setup -env .build/torch.env
//	. .build/torch.env && go build -tags torch ./cmd/variantlab
//
// It looks in this order and says which copy it took: $LIBTORCH, .build/libtorch, the user's cache folder, the PyTorch
// of the Python on the path, and at last the package registry that pip is configured for.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	env := flag.String("env", ".build/torch.env", "file of environment variables to write")
	offline := flag.Bool("offline", false, "fail instead of downloading")
	flag.Parse()
	if err := run(*env, *offline); err != nil {
		fmt.Fprintln(os.Stderr, "torch set-up:", err)
		os.Exit(1)
	}
}

func run(envFile string, offline bool) error {
	cache, err := cacheFolder()
	if err != nil {
		return err
	}
	lib, err := find(places{
		libtorch: os.Getenv("LIBTORCH"),
		build:    filepath.Join(filepath.Dir(envFile), "libtorch"),
		cache:    filepath.Join(cache, wheelCopy),
		python:   pythonTorch,
	})
	if err != nil {
		return err
	}
	if lib == nil {
		if offline {
			return fmt.Errorf("no libtorch 2.1 on this machine and -offline is set; set LIBTORCH to a copy")
		}
		if lib, err = fetch(cache); err != nil {
			return err
		}
	}
	vars, err := toolchain(lib, filepath.Join(cache, "toolchain"))
	if err != nil {
		return err
	}
	if err := writeIfChanged(envFile, vars.shell(), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "libtorch %s from %s: %s\n", lib.version, lib.source, lib.lib)
	return nil
}

// cacheFolder is where several clones share what was downloaded and made.
func cacheFolder() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache folder: %w; set XDG_CACHE_HOME or HOME", err)
	}
	return filepath.Join(base, "variantlab"), nil
}

// writeIfChanged replaces a file in one step, and leaves it alone when it already says the same.
func writeIfChanged(path, content string, mode os.FileMode) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == content {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.WriteString(content); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Chmod(mode); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
