package datasets

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// rowGroupRows is about how many rows a Parquet row group has.
const rowGroupRows = 16384

// ExportParquet writes the two tables as Parquet files (Snappy compression, the columns and types of the Arrow files).
func (d *Dataset) ExportParquet(games, moves io.Writer) error {
	g, err := newParquetWriter(games, gameColumns, d.Header)
	if err != nil {
		return err
	}
	m, err := newParquetWriter(moves, moveColumns, d.Header)
	if err != nil {
		return err
	}
	for x, err := range d.GamesWithRows() {
		if err != nil {
			return err
		}
		row, rows := rowsOf(x)
		if err := g.add(row); err != nil {
			return err
		}
		if err := m.add(rows...); err != nil {
			return err
		}
	}
	if err := g.close(); err != nil {
		return err
	}
	return m.close()
}

// parquetWriter collects rows and writes them by row groups.
type parquetWriter[R any] struct {
	columns []column[R]
	out     *file.Writer
	rows    []R
}

func newParquetWriter[R any](w io.Writer, columns []column[R], h Header) (*parquetWriter[R], error) {
	var zero R
	var fields schema.FieldList
	for _, c := range columns {
		n, err := parquetNode(c.name, c.field(&zero))
		if err != nil {
			return nil, fmt.Errorf("datasets: parquet: column %s: %w", c.name, err)
		}
		fields = append(fields, n)
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, fmt.Errorf("datasets: parquet: %w", err)
	}
	meta := metadata.NewKeyValueMetadata()
	for _, kv := range [][2]string{{"format", h.Format}, {"schema", fmt.Sprint(h.Schema)}, {"game", h.Game}} {
		if err := meta.Append(kv[0], kv[1]); err != nil {
			return nil, fmt.Errorf("datasets: parquet: %w", err)
		}
	}
	props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy))
	return &parquetWriter[R]{columns: columns,
		out: file.NewParquetWriter(w, root, file.WithWriterProps(props), file.WithWriteMetadata(meta))}, nil
}

// parquetNode is the schema of a column; nothing is ever null.
func parquetNode(name string, field any) (schema.Node, error) {
	required := parquet.Repetitions.Required
	number := func(name string, bits int8, signed bool) (schema.Node, error) {
		physical := parquet.Types.Int32
		if bits == 64 {
			physical = parquet.Types.Int64
		}
		return schema.NewPrimitiveNodeLogical(name, required, schema.NewIntLogicalType(bits, signed), physical, 0, -1)
	}
	text := func(name string) (schema.Node, error) {
		return schema.NewPrimitiveNodeLogical(name, required, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1)
	}
	list := func(element schema.Node, err error) (schema.Node, error) {
		if err != nil {
			return nil, err
		}
		entries, err := schema.NewGroupNode("list", parquet.Repetitions.Repeated, schema.FieldList{element}, -1)
		if err != nil {
			return nil, err
		}
		return schema.NewGroupNodeLogical(name, required, schema.FieldList{entries}, schema.ListLogicalType{}, -1)
	}
	switch field.(type) {
	case *uint8:
		return number(name, 8, false)
	case *uint32:
		return number(name, 32, false)
	case *uint64:
		return number(name, 64, false)
	case *int32:
		return number(name, 32, true)
	case *float32:
		return schema.NewFloat32Node(name, required, -1), nil
	case *string:
		return text(name)
	case *[]uint8:
		return list(number("element", 8, false))
	case *[]uint16:
		return list(number("element", 16, false))
	case *[]uint32:
		return list(number("element", 32, false))
	case *[]float32:
		return list(schema.NewFloat32Node("element", required, -1), nil)
	case *[]string:
		return list(text("element"))
	default:
		return nil, fmt.Errorf("no column type for %T", field)
	}
}

func (p *parquetWriter[R]) add(rows ...R) error {
	p.rows = append(p.rows, rows...)
	if len(p.rows) < rowGroupRows {
		return nil
	}
	return p.flush()
}

func (p *parquetWriter[R]) close() error {
	if err := p.flush(); err != nil {
		return err
	}
	if err := p.out.Close(); err != nil {
		return fmt.Errorf("datasets: parquet: %w", err)
	}
	return nil
}

// flush writes the collected rows as one row group.
func (p *parquetWriter[R]) flush() error {
	if len(p.rows) == 0 {
		return nil
	}
	group := p.out.AppendRowGroup()
	for _, c := range p.columns {
		chunk, err := group.NextColumn()
		if err == nil {
			err = p.writeColumn(chunk, c)
		}
		if err == nil {
			err = chunk.Close()
		}
		if err != nil {
			return fmt.Errorf("datasets: parquet: column %s: %w", c.name, err)
		}
	}
	p.rows = p.rows[:0]
	if err := group.Close(); err != nil {
		return fmt.Errorf("datasets: parquet: %w", err)
	}
	return nil
}

// levels are Parquet's marks of nesting (Dremel): an entry repeats its list at level 1, a list starts at level 0; an
// empty list has one mark with definition level 0 and no value.
type levels struct{ definition, repetition []int16 }

func (l *levels) list(n int) {
	if n == 0 {
		l.definition, l.repetition = append(l.definition, 0), append(l.repetition, 0)
	}
	for i := range n {
		l.definition = append(l.definition, 1)
		l.repetition = append(l.repetition, int16(min(i, 1)))
	}
}

func (p *parquetWriter[R]) writeColumn(chunk file.ColumnChunkWriter, c column[R]) error {
	var l levels
	var err error
	switch w := chunk.(type) {
	case *file.Int32ColumnChunkWriter:
		var values []int32
		for i := range p.rows {
			switch v := c.field(&p.rows[i]).(type) {
			case *uint8:
				values = append(values, int32(*v))
			case *uint32:
				values = append(values, int32(*v)) // same bits; the logical type says unsigned
			case *int32:
				values = append(values, *v)
			case *[]uint8:
				values = appendInts(values, *v, &l)
			case *[]uint16:
				values = appendInts(values, *v, &l)
			case *[]uint32:
				values = appendInts(values, *v, &l)
			}
		}
		_, err = w.WriteBatch(values, l.definition, l.repetition)
	case *file.Int64ColumnChunkWriter:
		var values []int64
		for i := range p.rows {
			values = append(values, int64(*c.field(&p.rows[i]).(*uint64)))
		}
		_, err = w.WriteBatch(values, nil, nil)
	case *file.Float32ColumnChunkWriter:
		var values []float32
		for i := range p.rows {
			switch v := c.field(&p.rows[i]).(type) {
			case *float32:
				values = append(values, *v)
			case *[]float32:
				values = append(values, *v...)
				l.list(len(*v))
			}
		}
		_, err = w.WriteBatch(values, l.definition, l.repetition)
	case *file.ByteArrayColumnChunkWriter:
		var values []parquet.ByteArray
		for i := range p.rows {
			switch v := c.field(&p.rows[i]).(type) {
			case *string:
				values = append(values, parquet.ByteArray(*v))
			case *[]string:
				for _, s := range *v {
					values = append(values, parquet.ByteArray(s))
				}
				l.list(len(*v))
			}
		}
		_, err = w.WriteBatch(values, l.definition, l.repetition)
	default:
		err = fmt.Errorf("no writer for %T", chunk)
	}
	return err
}

func appendInts[T uint8 | uint16 | uint32](dst []int32, list []T, l *levels) []int32 {
	for _, x := range list {
		dst = append(dst, int32(x))
	}
	l.list(len(list))
	return dst
}
