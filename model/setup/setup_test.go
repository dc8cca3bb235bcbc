package main

import (
	"archive/zip"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fakeCopy makes what looks like a copy of libtorch under root: headers of a version and libraries with a symbol.
func fakeCopy(t *testing.T, root, version, symbol string) {
	t.Helper()
	parts := strings.Split(version, ".")
	header := "#pragma once\n#define TORCH_VERSION_MAJOR " + parts[0] + "\n\n#define TORCH_VERSION_MINOR " + parts[1] + "\n\n#define TORCH_VERSION_PATCH " + parts[2] + "\n"
	for path, data := range map[string][]byte{
		"include/torch/csrc/api/include/torch/version.h": []byte(header),
		"lib/libtorch_cpu.so":                            {},
		"lib/libc10.so":                                  sharedLibrary(symbol),
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// sharedLibrary is an ELF file with nothing but one dynamic symbol.
func sharedLibrary(symbol string) []byte {
	le := binary.LittleEndian
	strtab := append([]byte{0}, symbol+"\x00.dynsym\x00.dynstr\x00"...)
	name := func(s string) uint32 { return uint32(strings.Index(string(strtab), s)) }
	const header, symbols = 64, 64
	names := header + symbols
	var b []byte
	b = append(b, 0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	b = le.AppendUint16(b, uint16(elf.ET_DYN))
	b = le.AppendUint16(b, uint16(elf.EM_X86_64))
	b = le.AppendUint32(b, 1)
	b = le.AppendUint64(b, 0)
	b = le.AppendUint64(b, 0)
	b = le.AppendUint64(b, uint64(names+len(strtab)))
	b = le.AppendUint32(b, 0)
	for _, v := range []uint16{64, 56, 0, 64, 3, 2} {
		b = le.AppendUint16(b, v)
	}
	b = append(b, make([]byte, 24)...) // the null symbol
	b = le.AppendUint32(b, name(symbol))
	b = append(b, elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC), 0)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint64(b, 4096)
	b = le.AppendUint64(b, 8)
	b = append(b, make([]byte, symbols-48)...)
	b = append(b, strtab...)
	section := func(name, kind uint32, offset, size, link, entry uint64) {
		b = le.AppendUint32(b, name)
		b = le.AppendUint32(b, kind)
		b = append(b, make([]byte, 16)...)
		b = le.AppendUint64(b, offset)
		b = le.AppendUint64(b, size)
		b = le.AppendUint32(b, uint32(link))
		b = le.AppendUint32(b, 0)
		b = le.AppendUint64(b, 8)
		b = le.AppendUint64(b, entry)
	}
	section(0, 0, 0, 0, 0, 0)
	section(name(".dynsym"), uint32(elf.SHT_DYNSYM), header, 48, 2, 24)
	section(name(".dynstr"), uint32(elf.SHT_STRTAB), uint64(names), uint64(len(strtab)), 0, 0)
	return b
}

const (
	oldSymbol = "_ZN3c105ErrorC1ESsSs"
	newSymbol = "_ZN3c105ErrorC1ENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
)

func TestFindOrder(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"env", "build", "cache", "python/torch"} {
		fakeCopy(t, at(name), "2.1.2", oldSymbol)
	}
	p := places{libtorch: at("env"), build: at("build"), cache: at("cache"), python: func() string { return at("python/torch") }}
	for _, step := range []struct {
		want   string
		forget func()
	}{
		{"$LIBTORCH", func() { p.libtorch = "" }},
		{".build", func() { p.build = at("nowhere") }},
		{"the user's cache folder", func() { p.cache = at("nowhere") }},
		{"the installed Python package", func() { p.python = func() string { return "" } }},
	} {
		c, err := find(p)
		if err != nil || c == nil || c.source != step.want || c.version != "2.1.2" {
			t.Fatalf("found %+v, %v, want a copy from %s", c, err, step.want)
		}
		step.forget()
	}
	if c, err := find(p); c != nil || err != nil {
		t.Errorf("nothing left, yet found %+v, %v", c, err)
	}
}

func TestUnfitCopies(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	fakeCopy(t, old, "1.13.1", oldSymbol)
	none := func() string { return "" }
	for path, want := range map[string]string{old: "libtorch 1.13.1 does not fit, 2.1 is needed", filepath.Join(dir, "nowhere"): "no lib/libtorch_cpu.so"} {
		if _, err := find(places{libtorch: path, python: none}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "unset it") {
			t.Errorf("LIBTORCH=%s: %v, want %q", path, err, want)
		}
	}
	good := filepath.Join(dir, "good")
	fakeCopy(t, good, "2.1.0", oldSymbol)
	if c, err := find(places{build: old, cache: good, python: none}); err != nil || c == nil || c.version != "2.1.0" {
		t.Errorf("an unfit copy in .build hides the good one: %+v, %v", c, err)
	}
	if c, err := find(places{build: old, python: func() string { return old }}); c != nil || err != nil {
		t.Errorf("an installed Python torch of another version: %+v, %v", c, err)
	}
}

// The flag must be the one that the library was built with: a wrong guess is a page of linker errors.
func TestABI(t *testing.T) {
	for symbol, want := range map[string]string{oldSymbol: "-D_GLIBCXX_USE_CXX11_ABI=0", newSymbol: "-D_GLIBCXX_USE_CXX11_ABI=1"} {
		root := filepath.Join(t.TempDir(), "torch")
		fakeCopy(t, root, "2.1.2", symbol)
		c, err := inspect(filepath.Dir(root)) // the folder above a package works too
		if err != nil {
			t.Fatal(err)
		}
		env, err := toolchain(c, filepath.Join(t.TempDir(), "tools"))
		if err != nil {
			t.Fatal(err)
		}
		if text := env.shell(); !strings.Contains(text, want) || !strings.Contains(text, "-Wl,-rpath,"+c.lib) {
			t.Errorf("%s: environment %s, want %s", symbol, text, want)
		}
	}
	if _, err := newABI(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no library: %v", err)
	}
}

func TestToolchain(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "torch")
	fakeCopy(t, root, "2.1.2", oldSymbol)
	c, err := inspect(root)
	if err != nil {
		t.Fatal(err)
	}
	tools := filepath.Join(dir, "tools")
	if _, err := toolchain(c, tools); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(cudaNames, "c10_cuda", "torch_cuda") {
		if _, err := os.Stat(filepath.Join(tools, "stubs", "lib"+name+".a")); err != nil {
			t.Errorf("nothing answers to -l%s: %v", name, err)
		}
	}
	if err := os.WriteFile(filepath.Join(c.lib, "libtorch_cuda.so"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	defer func(path string) { driverFile = path }(driverFile)
	for path, want := range map[string]bool{filepath.Join(tools, "c++"): true, filepath.Join(dir, "none"): false} {
		driverFile = path
		if c, err = inspect(root); err != nil || c.cuda != want {
			t.Fatalf("driver at %s: %+v, %v", path, c, err)
		}
	}
	c.cuda = true
	env, err := toolchain(c, tools)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(tools, "stubs-cuda", "libtorch_cuda.a")); err == nil || !strings.Contains(env.shell(), "-ltorch_cuda") {
		t.Error("with CUDA the real libtorch_cuda must be linked")
	}
	c.lib = "/opt/my libs"
	if _, err := toolchain(c, tools); err == nil || !strings.Contains(err.Error(), "spaces") {
		t.Errorf("a folder with a space: %v", err)
	}
}

// The wrapper drops what makes gotch's bindings slow to compile and nothing else.
func TestCompilerWrapper(t *testing.T) {
	dir := t.TempDir()
	wrapper := filepath.Join(dir, "c++")
	if err := writeIfChanged(wrapper, compiler, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "g++"), []byte("#!/bin/sh\nprintf '<%s>' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(wrapper, "-O3", "-g", "-Wall", "-DX=a b", "-O2", "-g0", "-fgnu", "-o", "x.o", "-gdwarf")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if want := "<-Wall><-DX=a b><-fgnu><-o><x.o><-gdwarf>"; err != nil || string(out) != want {
		t.Errorf("passed on %s (%v), want %s", out, err, want)
	}
}

func TestUnpack(t *testing.T) {
	dir := t.TempDir()
	wheel := filepath.Join(dir, "x.whl")
	f, err := os.Create(wheel)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, name := range []string{"torch/lib/libc10.so", "torch/lib/libtorch_cuda.so", "torch/include/a/b.h", "torch/_C.so", "torch/include/"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "/") {
			if _, err := w.Write([]byte(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if err := unpack(wheel, out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"torch/lib/libc10.so": true, "torch/include/a/b.h": true, "torch/lib/libtorch_cuda.so": false, "torch/_C.so": false} {
		if _, err := os.Stat(filepath.Join(out, name)); (err == nil) != want {
			t.Errorf("%s unpacked: %v, want %v", name, err == nil, want)
		}
	}
}

// pip refuses a list in which a package has no hash, but only when it runs.
func TestRequirementsArePinned(t *testing.T) {
	pin := regexp.MustCompile(`^[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}$`)
	n := 0
	for line := range strings.Lines(string(requirements)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if n++; !pin.MatchString(line) {
			t.Errorf("not pinned: %s", line)
		}
	}
	if n != 3 {
		t.Errorf("%d packages, want 3", n)
	}
}

func TestWriteIfChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	if err := writeIfChanged(path, "x", 0o644); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, before.ModTime().Add(-1e9), before.ModTime().Add(-1e9)); err != nil {
		t.Fatal(err)
	}
	if err := writeIfChanged(path, "x", 0o644); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(path); err != nil || !after.ModTime().Before(before.ModTime()) {
		t.Error("an unchanged file was written again")
	}
	if err := writeIfChanged(path, "y", 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "y" {
		t.Errorf("holds %q, %v", text, err)
	}
}
