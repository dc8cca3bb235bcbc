package datasets

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// ErrCorrupt is wrapped by errors about files that are not what the manifest says they are.
var ErrCorrupt = errors.New("corrupt data")

// decodeTable reads an Arrow IPC file written by encodeTable. Whatever the bytes are, it returns rows or an error
// wrapping ErrCorrupt; it never asks for much more memory than the file has bytes.
func decodeTable[R any](columns []column[R], data []byte) (rows []R, err error) {
	defer func() {
		if p := recover(); p != nil { // the Arrow library panics on some malformed files
			rows, err = nil, fmt.Errorf("%w: malformed Arrow file: %v", ErrCorrupt, p)
		}
	}()
	if err := checkFooter(data); err != nil {
		return nil, err
	}
	alloc := &boundedAllocator{left: 4*len(data) + 1<<20}
	r, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(alloc))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	defer r.Close()
	if err := checkSchema(schemaOf(columns, nil), r.Schema()); err != nil {
		return nil, err
	}
	for i := range r.NumRecords() {
		record, err := r.RecordAt(i)
		if err != nil {
			return nil, fmt.Errorf("%w: batch %d: %v", ErrCorrupt, i, err)
		}
		rows, err = decodeBatch(columns, record, rows, len(data)/8)
		record.Release()
		if err != nil {
			return nil, fmt.Errorf("%w: batch %d: %v", ErrCorrupt, i, err)
		}
	}
	return rows, nil
}

// decodeBatch appends the rows of a batch; most is the number of rows that the file can hold at most (the first column
// has 8 bytes a row).
func decodeBatch[R any](columns []column[R], record arrow.Record, rows []R, most int) ([]R, error) {
	n := int(record.NumRows())
	start := len(rows)
	if n < 0 || n > most-start {
		return nil, fmt.Errorf("%d rows do not fit into the file", n)
	}
	for i, c := range columns {
		if a := record.Column(i); a.Len() != n || a.NullN() != 0 {
			return nil, fmt.Errorf("column %q has %d entries and %d nulls, want %d and none", c.name, a.Len(), a.NullN(), n)
		}
	}
	rows = append(rows, make([]R, n)...)
	for i, c := range columns {
		a := record.Column(i)
		for j := range n {
			readValue(a, j, c.field(&rows[start+j]))
		}
	}
	return rows, nil
}

func readValue(a arrow.Array, i int, field any) {
	switch v := field.(type) {
	case *uint8:
		*v = a.(*array.Uint8).Value(i)
	case *uint32:
		*v = a.(*array.Uint32).Value(i)
	case *uint64:
		*v = a.(*array.Uint64).Value(i)
	case *int32:
		*v = a.(*array.Int32).Value(i)
	case *float32:
		*v = a.(*array.Float32).Value(i)
	case *string:
		*v = string([]byte(a.(*array.String).Value(i))) // the array's memory is not kept
	case *[]uint8:
		values, from, to := listEntries(a, i)
		*v = append(*v, values.(*array.Uint8).Uint8Values()[from:to]...)
	case *[]uint16:
		values, from, to := listEntries(a, i)
		*v = append(*v, values.(*array.Uint16).Uint16Values()[from:to]...)
	case *[]uint32:
		values, from, to := listEntries(a, i)
		*v = append(*v, values.(*array.Uint32).Uint32Values()[from:to]...)
	case *[]float32:
		values, from, to := listEntries(a, i)
		*v = append(*v, values.(*array.Float32).Float32Values()[from:to]...)
	case *[]string:
		values, from, to := listEntries(a, i)
		texts := values.(*array.String)
		if to > from {
			*v = make([]string, 0, to-from)
		}
		for k := from; k < to; k++ {
			*v = append(*v, string([]byte(texts.Value(int(k)))))
		}
	default:
		panic(fmt.Sprintf("no column type for %T", field))
	}
}

func listEntries(a arrow.Array, i int) (values arrow.Array, from, to int64) {
	list := a.(*array.List)
	from, to = list.ValueOffsets(i)
	values = list.ListValues()
	if from < 0 || to < from || to > int64(values.Len()) || values.NullN() != 0 {
		panic(fmt.Sprintf("list %d spans %d to %d of %d entries, %d of them null", i, from, to, values.Len(), values.NullN()))
	}
	return values, from, to
}

// checkSchema compares names and types in order.
func checkSchema(want, got *arrow.Schema) error {
	for i, w := range want.Fields() {
		if i >= len(got.Fields()) {
			return fmt.Errorf("%w: column %q is missing", ErrCorrupt, w.Name)
		}
		g := got.Field(i)
		if g.Name != w.Name || !arrow.TypeEqual(g.Type, w.Type) {
			return fmt.Errorf("%w: column %d is %q of type %s, want %q of type %s", ErrCorrupt, i, g.Name, typeName(g.Type), w.Name, typeName(w.Type))
		}
	}
	if n := len(want.Fields()); len(got.Fields()) > n {
		return fmt.Errorf("%w: unknown column %q", ErrCorrupt, got.Field(n).Name)
	}
	return nil
}

// boundedAllocator refuses to hand out more memory than a sound file can need, so that a damaged length can't exhaust
// the machine. Its panic ends in decodeTable.
type boundedAllocator struct{ left int }

func (b *boundedAllocator) take(n int) {
	if n < 0 || n > b.left {
		panic(fmt.Sprintf("a buffer of %d bytes does not fit into the file", n))
	}
	b.left -= n
}

func (b *boundedAllocator) Allocate(n int) []byte {
	b.take(n)
	return memory.DefaultAllocator.Allocate(n)
}

func (b *boundedAllocator) Reallocate(n int, p []byte) []byte {
	b.take(max(0, n-len(p)))
	return memory.DefaultAllocator.Reallocate(n, p)
}

func (b *boundedAllocator) Free(p []byte) { memory.DefaultAllocator.Free(p) }
