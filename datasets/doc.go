// Package datasets keeps games on disk and reads them back. It is the only package that knows Arrow.
//
// A data folder holds one game's records: pairs of Arrow IPC files (games-*.arrow, moves-*.arrow; uncompressed, without
// nulls and without dictionaries) and manifest.jsonl, which names the files that count. Columns lists the tables'
// columns; docs/data.md explains them for users of other languages.
//
// Writing: Create gives a Writer, which is a sim.Sink; each Commit keeps one group of games, all or none. The process
// may be killed at any moment.
//
//	w, err := datasets.Create(dir, g)
//	summary, err := sim.Run(ctx, config, w, progress)
//	err = w.Close()
//
// Reading: Open gives a Dataset, a fixed view of what is committed. Every file is checked against the manifest's length
// and SHA-256 before anything in it is believed.
//
//	d, err := datasets.Open(dir)
//	for g, err := range d.Games() { … }                 // *sim.Game without training rows
//	for g, err := range d.Window(20000).GamesWithRows() // with them, from the newest groups that hold 20,000 rows
//	for x, err := range d.Examples(lookup)              // each training row with its position, rebuilt by replay
//
// Tools: Verify checks everything including a replay by the rules and computes the content hash, Stats counts, Merge
// joins folders, ExportJSONL, ExportParquet and ExportText convert.
package datasets
