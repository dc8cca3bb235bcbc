package datasets

import (
	"bytes"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// batchRows is the most rows of one record batch.
const batchRows = 4096

// encodeTable writes rows as an uncompressed Arrow IPC file.
func encodeTable[R any](columns []column[R], rows []R, metadata arrow.Metadata) ([]byte, error) {
	var out bytes.Buffer
	schema := schemaOf(columns, &metadata)
	w, err := ipc.NewFileWriter(&seekBuffer{Buffer: &out}, ipc.WithSchema(schema))
	if err != nil {
		return nil, fmt.Errorf("datasets: encode: %w", err)
	}
	builder := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer builder.Release()
	for start := 0; start < len(rows); start += batchRows {
		batch := rows[start:min(start+batchRows, len(rows))]
		for i, c := range columns {
			b := builder.Field(i)
			b.Reserve(len(batch))
			for j := range batch {
				appendValue(b, c.field(&batch[j]))
			}
		}
		record := builder.NewRecord()
		err := w.Write(record)
		record.Release()
		if err != nil {
			return nil, fmt.Errorf("datasets: encode: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("datasets: encode: %w", err)
	}
	return out.Bytes(), nil
}

func appendValue(b array.Builder, field any) {
	switch v := field.(type) {
	case *uint8:
		b.(*array.Uint8Builder).Append(*v)
	case *uint32:
		b.(*array.Uint32Builder).Append(*v)
	case *uint64:
		b.(*array.Uint64Builder).Append(*v)
	case *int32:
		b.(*array.Int32Builder).Append(*v)
	case *float32:
		b.(*array.Float32Builder).Append(*v)
	case *string:
		b.(*array.StringBuilder).Append(*v)
	case *[]uint8:
		entries(b).(*array.Uint8Builder).AppendValues(*v, nil)
	case *[]uint16:
		entries(b).(*array.Uint16Builder).AppendValues(*v, nil)
	case *[]uint32:
		entries(b).(*array.Uint32Builder).AppendValues(*v, nil)
	case *[]float32:
		entries(b).(*array.Float32Builder).AppendValues(*v, nil)
	case *[]string:
		entries(b).(*array.StringBuilder).AppendValues(*v, nil)
	default:
		panic(fmt.Sprintf("datasets: no column type for %T", field))
	}
}

// entries opens a new list and returns the builder of its entries.
func entries(b array.Builder) array.Builder {
	list := b.(*array.ListBuilder)
	list.Append(true)
	return list.ValueBuilder()
}

// seekBuffer lets the file writer ask for its position, which is always the end.
type seekBuffer struct{ *bytes.Buffer }

func (s *seekBuffer) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, fmt.Errorf("datasets: encode: only the current position can be asked for")
	}
	return int64(s.Len()), nil
}
