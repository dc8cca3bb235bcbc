"""Reads a data folder with pyarrow, polars and duckdb and prints what each of them sees, as one JSON object.

usage: read.py FOLDER          the Arrow files that manifest.jsonl names
       read.py --parquet FILE  one Parquet file

Every reader reports the number of rows, the sums of the plain numeric columns, and for list columns the number and
(numbers only) the sum of all entries. The caller compares.
"""

import json
import os
import sys
import zlib

import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet


def manifest(folder):
    """Names of the committed games and moves files."""
    games, moves = [], []
    with open(os.path.join(folder, "manifest.jsonl"), "rb") as f:
        lines = f.read().split(b"\n")[:-1]
    for number, line in enumerate(lines):
        body, _, tail = line.rpartition(b',"crc":"')
        assert int(tail[:8], 16) == zlib.crc32(body), f"line {number + 1} does not match its checksum"
        if number > 0:
            entry = json.loads(line)
            games.append(os.path.join(folder, entry["games"]["name"]))
            moves.append(os.path.join(folder, entry["moves"]["name"]))
    return games, moves


def summary(columns):
    """Plain numbers for JSON: Python's own ints and floats."""
    return {name: (float(v) if isinstance(v, float) else v) for name, v in columns.items()}


def with_pyarrow(table):
    out = {"rows": table.num_rows}
    for field in table.schema:
        assert not field.nullable or table[field.name].null_count == 0, field.name
        column = table[field.name]
        if pa.types.is_list(field.type):
            column = pc.list_flatten(column)
            out[field.name + ".entries"] = len(column)
        if pa.types.is_integer(column.type) and not pa.types.is_uint64(column.type) or pa.types.is_floating(column.type):
            out[field.name] = pc.sum(column.cast(pa.float64())).as_py() or 0.0
        elif pa.types.is_uint64(column.type):
            out[field.name] = sum(column.to_pylist())
    return summary(out)


def with_polars(frame):
    out = {"rows": frame.height}
    for name, kind in frame.schema.items():
        column = frame[name]
        assert column.null_count() == 0, name
        if kind.base_type() == polars.List:
            lengths = column.list.len()
            out[name + ".entries"] = int(lengths.sum())
            column = column.filter(lengths > 0).explode()
        if column.dtype == polars.UInt64:
            out[name] = sum(column.to_list())
        elif column.dtype.is_numeric():
            out[name] = float(column.cast(polars.Float64).sum())
    return summary(out)


def with_duckdb(relation):
    out = {}
    out["rows"] = relation.count("*").fetchall()[0][0]
    for name, kind in zip(relation.columns, relation.types):
        kind = str(kind)
        if kind.endswith("[]"):
            out[name + ".entries"] = int(relation.aggregate(f'coalesce(sum(len("{name}")), 0)').fetchall()[0][0])
            if kind != "VARCHAR[]":
                value = relation.aggregate(f'sum(list_sum("{name}"::DOUBLE[]))').fetchall()[0][0]
                out[name] = float(value or 0)
        elif kind == "UBIGINT":
            out[name] = int(relation.aggregate(f'coalesce(sum("{name}"::HUGEINT), 0)').fetchall()[0][0])
        elif kind != "VARCHAR":
            out[name] = float(relation.aggregate(f'coalesce(sum("{name}"::DOUBLE), 0)').fetchall()[0][0])
    return summary(out)


def arrow_folder(folder):
    report = {}
    for table_name, files in zip(("games", "moves"), manifest(folder)):
        tables = []
        for name in files:
            with pa.memory_map(name) as source:
                reader = pyarrow.ipc.open_file(source)
                table = reader.read_all()
                table.validate(full=True)
                tables.append(table)
        table = pa.concat_tables(tables)
        report[table_name] = {
            "pyarrow": with_pyarrow(table),
            "polars": with_polars(polars.concat([polars.read_ipc(name) for name in files])),
            "polars lazy": with_polars(polars.concat([polars.scan_ipc(name) for name in files]).collect()),
            "duckdb": with_duckdb(duckdb.from_arrow(table)),
        }
    return report


def parquet_file(name):
    return {
        "pyarrow": with_pyarrow(pyarrow.parquet.read_table(name)),
        "polars": with_polars(polars.read_parquet(name)),
        "duckdb": with_duckdb(duckdb.read_parquet(name)),
    }


if __name__ == "__main__":
    if sys.argv[1] == "--parquet":
        print(json.dumps(parquet_file(sys.argv[2])))
    else:
        print(json.dumps(arrow_folder(sys.argv[1])))
