package main

import (
	"archive/zip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// wheelCopy names the unpacked copy inside the cache folder.
const wheelCopy = "libtorch-2.1.2"

//go:embed requirements.txt
var requirements []byte

// needed says which files of the wheels a CPU build uses.
func needed(name string) bool {
	for _, prefix := range []string{
		"torch/include/", "torch/lib/libtorch.so", "torch/lib/libtorch_cpu.so", "torch/lib/libc10.so", "torch/lib/libgomp",
		"nvidia/cuda_runtime/lib/libcudart.so", "nvidia/cuda_cupti/lib/libcupti.so",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasPrefix(name, "torch-2.1.2.dist-info/LICENSE") || strings.HasSuffix(name, "/License.txt")
}

// fetch downloads the pinned wheels with pip and unpacks what is needed into cache/libtorch-2.1.2. The copy appears by a
// rename, so an interrupted fetch leaves nothing that looks like one; clones that fetch at the same time wait for the first.
func fetch(cache string) (*copyOf, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("no pinned libtorch for %s/%s; install libtorch %s and set LIBTORCH to its folder",
			runtime.GOOS, runtime.GOARCH, wantVersion)
	}
	unlock, err := lock(cache)
	if err != nil {
		return nil, err
	}
	defer unlock()
	final := filepath.Join(cache, wheelCopy)
	if c, err := inspect(final); err == nil {
		c.source = "the user's cache folder"
		return c, nil
	}
	stale, _ := filepath.Glob(filepath.Join(cache, "fetch-*"))
	for _, dir := range append(stale, final) {
		if err := os.RemoveAll(dir); err != nil {
			return nil, err
		}
	}
	tmp, err := os.MkdirTemp(cache, "fetch-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	if err := download(tmp); err != nil {
		return nil, err
	}
	wheels, err := filepath.Glob(filepath.Join(tmp, "*.whl"))
	if err != nil {
		return nil, err
	}
	out := filepath.Join(tmp, "copy")
	for _, w := range wheels {
		fmt.Fprintf(os.Stderr, "unpacking %s\n", filepath.Base(w))
		if err := unpack(w, out); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(w), err)
		}
	}
	syscall.Sync() // the files before the name that vouches for them
	if err := os.Rename(out, final); err != nil {
		return nil, err
	}
	c, err := inspect(final)
	if err != nil {
		return nil, err
	}
	c.source = "the package registry (unpacked into the user's cache folder)"
	return c, nil
}

func lock(cache string) (unlock func(), err error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(cache, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}

// download lets pip fetch the wheels, so that the user's registry, proxy and certificates apply; pip checks the hashes.
func download(dir string) error {
	list := filepath.Join(dir, "requirements.txt")
	if err := os.WriteFile(list, requirements, 0o644); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "no libtorch 2.1 on this machine: downloading it once (685 MB)")
	args := []string{"-m", "pip", "--disable-pip-version-check", "download", "--no-deps", "--only-binary=:all:",
		"--python-version", "3.11", "--platform", "manylinux1_x86_64", "--no-cache-dir",
		"--require-hashes", "-r", list, "-d", dir}
	pip := exec.Command("python3", args...)
	pip.Stdout, pip.Stderr = os.Stderr, os.Stderr
	if err := pip.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return errors.New("python3 with pip is needed to download libtorch; install it, or set LIBTORCH to a copy of libtorch 2.1")
		}
		return fmt.Errorf("python3 -m pip download: %w; see its message above, or set LIBTORCH to a copy of libtorch 2.1", err)
	}
	return nil
}

// unpack extracts the needed files of a wheel, which is a zip.
func unpack(wheel, dir string) error {
	z, err := zip.OpenReader(wheel)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		if !needed(f.Name) || strings.HasSuffix(f.Name, "/") {
			continue
		}
		if !filepath.IsLocal(f.Name) {
			return fmt.Errorf("path outside the archive: %q", f.Name)
		}
		if err := extract(f, filepath.Join(dir, f.Name)); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func extract(f *zip.File, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
