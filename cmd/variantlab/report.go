package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"variantlab/analysis"
	"variantlab/datasets"
)

func newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report DIR…",
		Short: "Analyse games that exist and write a report; plays nothing",
		Long: "Reads run folders (or their data folders) and writes index.html, report.json, cells.csv and material.csv into --out.\n" +
			"With --format it writes one of them to standard output instead.",
		Example: "  variantlab report run --out run/reports/first\n  variantlab report run --format md",
		Args:    argCount(1, 1000, "at least one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := resolve(cmd)
			if err != nil {
				return err
			}
			format, _ := cmd.Flags().GetString("format")
			if err := s.check(format == "" || formats[format] != nil, "format", "must be html, md, json, csv or material"); err != nil {
				return err
			}
			r, err := analyzeFolders(args)
			if err != nil {
				return err
			}
			out, _ := cmd.Flags().GetString("out")
			if format != "" && out == "" {
				return formats[format](r, cmd.OutOrStdout())
			}
			if out == "" {
				out = filepath.Join(args[0], "reports", "report")
			}
			return writeReport(r, out, cmd.ErrOrStderr())
		},
	}
	addCommon(cmd)
	cmd.Flags().String("out", "", "`FOLDER` for the report (default: reports/report in the first DIR)")
	cmd.Flags().String("format", "", "write html, md, json, csv (cells) or material (samples of the piece values) to standard output")
	return cmd
}

// formats are the forms of a report.
var formats = map[string]func(*analysis.Report, io.Writer) error{
	"html":     (*analysis.Report).WriteHTML,
	"md":       (*analysis.Report).WriteMarkdown,
	"json":     (*analysis.Report).WriteJSON,
	"csv":      (*analysis.Report).WriteCells,
	"material": (*analysis.Report).WriteMaterial,
}

// reportFiles are the files of a report folder.
var reportFiles = []struct{ name, format string }{
	{"index.html", "html"}, {"report.json", "json"}, {"cells.csv", "csv"}, {"material.csv", "material"},
}

// writeReport writes the files of a report and says where the page is.
func writeReport(r *analysis.Report, dir string, messages io.Writer) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range reportFiles {
		var b bytes.Buffer
		if err := formats[f.format](r, &b); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, f.name), b.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(messages, "report: %s\n", filepath.Join(dir, reportFiles[0].name))
	return nil
}

// openData opens a run folder's data, or a data folder itself.
func openData(dir string) (*datasets.Dataset, error) {
	d, err := datasets.Open(dir)
	if errors.Is(err, datasets.ErrNoData) {
		if inner, err := datasets.Open(dataFolder(dir)); err == nil {
			return inner, nil
		}
	}
	return d, err
}
