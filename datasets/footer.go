package datasets

import (
	"encoding/binary"
	"fmt"

	flatbuffers "github.com/google/flatbuffers/go"
)

// checkFooter walks the footer of an Arrow file before the Arrow library does, which allocates whatever a vector's
// length says. It lets through only what encodeTable can have written: no dictionaries, the four kinds of type, and
// vectors that fit into the file. Out-of-range offsets panic; decodeTable turns that into an error.
func checkFooter(data []byte) error {
	const magic = "ARROW1"
	end := len(data) - len(magic) - 4
	if end < 0 || string(data[len(data)-len(magic):]) != magic {
		return fmt.Errorf("%w: no Arrow file", ErrCorrupt)
	}
	size := int(binary.LittleEndian.Uint32(data[end:]))
	if size < 8 || size > end {
		return fmt.Errorf("%w: a footer of %d bytes in a file of %d", ErrCorrupt, size, len(data))
	}
	footer := data[end-size : end]
	w := footerWalk{data: footer, left: len(footer)}
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	if w.length(root, footerDictionaries, 24) > 0 {
		return fmt.Errorf("%w: dictionaries", ErrCorrupt)
	}
	w.length(root, footerBatches, 24)
	w.keyValues(root, footerMetadata)
	if schema, ok := w.table(root, footerSchema); ok {
		w.keyValues(schema, schemaMetadata)
		w.length(schema, schemaFeatures, 8)
		w.fields(schema, schemaFields, 0)
	}
	return nil
}

// Places of fields in the tables of Arrow's Schema.fbs and File.fbs.
const (
	footerSchema, footerDictionaries, footerBatches, footerMetadata = 6, 8, 10, 12

	schemaFields, schemaMetadata, schemaFeatures = 6, 8, 10

	fieldTypeKind, fieldDictionary, fieldChildren, fieldMetadata = 8, 12, 14, 16
)

// Kinds of type that columns have: Int, FloatingPoint, Utf8 and List.
var knownKinds = map[byte]bool{2: true, 3: true, 5: true, 12: true}

type footerWalk struct {
	data []byte
	left int // bytes that further vectors may take up
}

// length is that of a vector; it panics when the vectors seen so far can't fit into the footer.
func (w *footerWalk) length(t flatbuffers.Table, field flatbuffers.VOffsetT, element int) int {
	o := flatbuffers.UOffsetT(t.Offset(field))
	if o == 0 {
		return 0
	}
	n := t.VectorLen(o)
	if n < 0 || n > w.left/element {
		panic(fmt.Sprintf("a vector of %d entries in a footer of %d bytes", n, len(w.data)))
	}
	w.left -= n * element
	return n
}

func (w *footerWalk) table(t flatbuffers.Table, field flatbuffers.VOffsetT) (flatbuffers.Table, bool) {
	o := flatbuffers.UOffsetT(t.Offset(field))
	if o == 0 {
		return flatbuffers.Table{}, false
	}
	return flatbuffers.Table{Bytes: w.data, Pos: t.Indirect(o + t.Pos)}, true
}

// entries are the tables of a vector of tables.
func (w *footerWalk) entries(t flatbuffers.Table, field flatbuffers.VOffsetT) []flatbuffers.Table {
	n := w.length(t, field, 4)
	out := make([]flatbuffers.Table, n)
	for i := range out {
		at := t.Vector(flatbuffers.UOffsetT(t.Offset(field))) + flatbuffers.UOffsetT(4*i)
		out[i] = flatbuffers.Table{Bytes: w.data, Pos: t.Indirect(at)}
	}
	return out
}

// keyValues checks a vector of pairs of strings.
func (w *footerWalk) keyValues(t flatbuffers.Table, field flatbuffers.VOffsetT) {
	for _, kv := range w.entries(t, field) {
		for _, part := range []flatbuffers.VOffsetT{4, 6} {
			w.length(kv, part, 1)
		}
	}
}

// fields checks columns and the columns inside them.
func (w *footerWalk) fields(t flatbuffers.Table, field flatbuffers.VOffsetT, depth int) {
	for _, f := range w.entries(t, field) {
		if depth > 1 {
			panic("a list of lists")
		}
		if kind := f.GetByteSlot(fieldTypeKind, 0); !knownKinds[kind] {
			panic(fmt.Sprintf("a column of type kind %d", kind))
		}
		if f.Offset(fieldDictionary) != 0 {
			panic("a dictionary")
		}
		w.keyValues(f, fieldMetadata)
		w.fields(f, fieldChildren, depth+1)
	}
}
