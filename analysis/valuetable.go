package analysis

// valueTable has a line a type and a column for all cells, then one for each cell of a comparison.
type valueTable struct {
	Columns []PieceValues
	Lines   []valueLine
	InPawns bool
	Known   bool // at least one value
	Fewest  int  // pairs that a value needs
	Every   int  // turns that have at most one sample
}

// valueLine is one type's values by column.
type valueLine struct {
	Piece  string
	Values []PieceValue
}

// newValueTable turns piece values, of which the first are over all cells, into lines.
func newValueTable(columns []PieceValues) *valueTable {
	t := &valueTable{Columns: columns, Fewest: fewestPairs, Every: sampleEvery}
	for i, v := range columns[0].Values {
		line := valueLine{Piece: v.Piece}
		for _, c := range columns {
			line.Values = append(line.Values, c.Values[i])
			t.Known = t.Known || c.Values[i].Elo != nil
		}
		t.Lines = append(t.Lines, line)
		t.InPawns = t.InPawns || v.Pawns != nil
	}
	return t
}

// shownValues are the values over all cells that are known.
func shownValues(list []PieceValues) (known []PieceValue) {
	if len(list) > 0 {
		for _, v := range list[0].Values {
			if v.Elo != nil {
				known = append(known, v)
			}
		}
	}
	return known
}
