package model

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// ErrDamaged means that a file is not what was written: cut off, or with changed bytes.
var ErrDamaged = errors.New("model: damaged file")

// Tensor is a named array of 32-bit floats in row-major order.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// The safetensors format: the length of the header as a little-endian 64-bit number, the header as JSON padded with
// spaces, and the data without gaps in the order of the offsets.
type tensorHeader struct {
	Dtype   string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

const (
	headerAlign = 8
	metadataKey = "__metadata__"
	maxTensors  = 1 << 16 // more than any network of this package has
	maxElements = 1 << 40 // so that products do not overflow
)

// AppendSafetensors writes tensors in the safetensors format. Names must be distinct; equal input gives equal bytes.
func AppendSafetensors(dst []byte, tensors []Tensor) ([]byte, error) {
	header := map[string]any{metadataKey: map[string]string{"format": "pt"}}
	offset := int64(0)
	for _, t := range tensors {
		if _, dup := header[t.Name]; dup {
			return nil, fmt.Errorf("model: two tensors are called %q", t.Name)
		}
		h := tensorHeader{Dtype: "F32", Shape: []int64{}}
		n := 1
		for _, d := range t.Shape {
			h.Shape = append(h.Shape, int64(d))
			n *= d
		}
		if n != len(t.Data) {
			return nil, fmt.Errorf("model: tensor %q has %d elements and shape %v", t.Name, len(t.Data), t.Shape)
		}
		h.Offsets = [2]int64{offset, offset + 4*int64(n)}
		offset = h.Offsets[1]
		header[t.Name] = h
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	for (8+len(text))%headerAlign != 0 {
		text = append(text, ' ')
	}
	dst = slices.Grow(dst, 8+len(text)+int(offset))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(text)))
	dst = append(dst, text...)
	for _, t := range tensors {
		for _, v := range t.Data {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	return dst, nil
}

// ParseSafetensors reads a file of the safetensors format that holds nothing but 32-bit floats; the tensors come in the
// order of their data. Errors wrap ErrDamaged.
func ParseSafetensors(file []byte) ([]Tensor, error) {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: safetensors: "+format, append([]any{ErrDamaged}, args...)...)
	}
	if len(file) < 8 {
		return nil, bad("%d bytes are too few for a header", len(file))
	}
	length := binary.LittleEndian.Uint64(file)
	if length > uint64(len(file)-8) {
		return nil, bad("the header has %d bytes but only %d follow", length, len(file)-8)
	}
	data := file[8+length:]
	dec := json.NewDecoder(bytes.NewReader(file[8 : 8+length]))
	var raw map[string]json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return nil, bad("header: %v", err)
	}
	if dec.More() {
		return nil, bad("header: text after the object")
	}
	delete(raw, metadataKey)
	if len(raw) > maxTensors {
		return nil, bad("%d tensors, at most %d are read", len(raw), maxTensors)
	}
	headers := make(map[string]tensorHeader, len(raw))
	tensors := make([]Tensor, 0, len(raw))
	for name, text := range raw {
		h, err := parseTensorHeader(text, int64(len(data)))
		if err != nil {
			return nil, bad("tensor %q: %v", name, err)
		}
		headers[name] = h
		t := Tensor{Name: name, Shape: make([]int, len(h.Shape))}
		for i, d := range h.Shape {
			t.Shape[i] = int(d)
		}
		tensors = append(tensors, t)
	}
	sort.Slice(tensors, func(i, j int) bool {
		a, b := headers[tensors[i].Name].Offsets, headers[tensors[j].Name].Offsets
		return a[0] < b[0] || a[0] == b[0] && (a[1] < b[1] || a[1] == b[1] && tensors[i].Name < tensors[j].Name)
	})
	end := int64(0)
	for i := range tensors {
		h := headers[tensors[i].Name]
		if h.Offsets[0] != end {
			return nil, bad("tensor %q begins at %d, the one before ends at %d", tensors[i].Name, h.Offsets[0], end)
		}
		end = h.Offsets[1]
		tensors[i].Data = floats(data[h.Offsets[0]:h.Offsets[1]])
	}
	if end != int64(len(data)) {
		return nil, bad("%d bytes of data, the header describes %d", len(data), end)
	}
	return tensors, nil
}

// parseTensorHeader checks one entry against the number of data bytes there are.
func parseTensorHeader(text []byte, size int64) (tensorHeader, error) {
	var h tensorHeader
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&h); err != nil {
		return h, err
	}
	if h.Dtype != "F32" {
		return h, fmt.Errorf("type %q, only F32 is read", h.Dtype)
	}
	if h.Offsets[0] < 0 || h.Offsets[1] < h.Offsets[0] || h.Offsets[1] > size {
		return h, fmt.Errorf("offsets %v lie outside the %d bytes of data", h.Offsets, size)
	}
	n := int64(1)
	for _, d := range h.Shape {
		if d < 0 || d > 0 && n > maxElements/d {
			return h, fmt.Errorf("shape %v does not fit into a file", h.Shape)
		}
		n *= d
	}
	if 4*n != h.Offsets[1]-h.Offsets[0] {
		return h, fmt.Errorf("shape %v and offsets %v disagree", h.Shape, h.Offsets)
	}
	return h, nil
}

func floats(b []byte) []float32 {
	out := make([]float32, len(b)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}
