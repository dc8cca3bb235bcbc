package model

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSafetensorsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tensors []Tensor
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z.]{1,12}`), 0, 6, rapid.ID[string]).Draw(t, "names")
		for _, name := range names {
			x := Tensor{Name: name, Shape: rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")}
			n := 1
			for _, d := range x.Shape {
				n *= d
			}
			x.Data = make([]float32, n)
			for i := range x.Data {
				x.Data[i] = rapid.Float32().Draw(t, "x")
			}
			tensors = append(tensors, x)
		}
		file, err := AppendSafetensors(nil, tensors)
		if err != nil {
			t.Fatal(err)
		}
		if n := binary.LittleEndian.Uint64(file); n%8 != 0 {
			t.Fatalf("header of %d bytes leaves the data unaligned", n)
		}
		back, err := ParseSafetensors(file)
		if err != nil {
			t.Fatal(err)
		}
		byName := map[string]Tensor{}
		for _, x := range back {
			byName[x.Name] = x
		}
		if len(byName) != len(tensors) {
			t.Fatalf("%d tensors came back of %d", len(byName), len(tensors))
		}
		for _, x := range tensors {
			if y := byName[x.Name]; !reflect.DeepEqual(append([]int{}, x.Shape...), append([]int{}, y.Shape...)) || !reflect.DeepEqual(x.Data, y.Data) {
				t.Fatalf("wrote %+v, read %+v", x, y)
			}
		}
	})
}

var sampleTensors = []Tensor{
	{Name: "a.weight", Shape: []int{2, 3}, Data: []float32{1, 2, 3, -4, 5.5, float32(math.Inf(1))}},
	{Name: "b", Shape: []int{}, Data: []float32{7}},
	{Name: "none", Shape: []int{0, 4}, Data: []float32{}},
}

func TestSafetensorsRefuses(t *testing.T) {
	file := func(header string, data int) []byte {
		out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
		return append(append(out, header...), make([]byte, data)...)
	}
	whole, err := AppendSafetensors(nil, sampleTensors)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":              {nil, "too few"},
		"cut in the data":    {whole[:len(whole)-1], "outside"},
		"cut in the header":  {whole[:40], "only 32 follow"},
		"longer":             {append(bytes.Clone(whole), 0), "describes"},
		"huge header":        {binary.LittleEndian.AppendUint64(nil, 1<<63), "only 0 follow"},
		"no JSON":            {file("{", 0), "header"},
		"text after":         {file("{} {}", 0), "after the object"},
		"other type":         {file(`{"x":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}`, 2), "only F32"},
		"negative offset":    {file(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}}`, 4), "outside"},
		"negative size":      {file(`{"x":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}`, 4), "does not fit"},
		"overflowing shape":  {file(`{"x":{"dtype":"F32","shape":[4294967296,4294967296,0],"data_offsets":[0,0]}}`, 0), "does not fit"},
		"shape and offsets":  {file(`{"x":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`, 4), "disagree"},
		"overlap":            {file(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"y":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4), "begins at"},
		"gap":                {file(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, 8), "begins at"},
		"unknown field":      {file(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"more":1}}`, 4), "unknown field"},
		"tensor of no shape": {file(`{"x":3}`, 0), "tensor"},
	} {
		_, err := ParseSafetensors(c.file)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want ErrDamaged with %q", name, err, c.want)
		}
	}
	if _, err := AppendSafetensors(nil, []Tensor{{Name: "x", Shape: []int{2}, Data: []float32{1}}}); err == nil {
		t.Error("a shape that does not fit its data was written")
	}
	if _, err := AppendSafetensors(nil, []Tensor{sampleTensors[1], sampleTensors[1]}); err == nil {
		t.Error("a name was written twice")
	}
}

// The format is not ours: its reference implementation must read what this package writes.
func TestPythonReadsSafetensors(t *testing.T) {
	python := "python3"
	if p := os.Getenv("VARIANTLAB_PYTHON"); p != "" {
		python = p
	}
	if exec.Command(python, "-c", "import safetensors.numpy").Run() != nil {
		t.Skip("needs python3 with the package safetensors")
	}
	file, err := AppendSafetensors(nil, sampleTensors)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.safetensors")
	if err := writeFlushed(path, file); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-c", `
import sys, safetensors.numpy
x = safetensors.numpy.load_file(sys.argv[1])
print(x["a.weight"].tolist(), x["b"].tolist(), x["none"].shape)`, path).CombinedOutput()
	if want := "[[1.0, 2.0, 3.0], [-4.0, 5.5, inf]] 7.0 (0, 4)\n"; err != nil || string(out) != want {
		t.Errorf("python read %q (%v), want %q", out, err, want)
	}
}

func FuzzSafetensors(f *testing.F) {
	whole, err := AppendSafetensors(nil, sampleTensors)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, err := ParseSafetensors(file)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("error of another kind: %v", err)
			}
			return
		}
		again, err := AppendSafetensors(nil, tensors)
		if err != nil {
			t.Fatalf("read %d tensors that cannot be written: %v", len(tensors), err)
		}
		back, err := ParseSafetensors(again)
		if err != nil || len(back) != len(tensors) {
			t.Fatalf("written again, %d tensors become %d: %v", len(tensors), len(back), err)
		}
	})
}
