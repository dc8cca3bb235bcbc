package datasets

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"slices"
)

// contentHasher computes the hash of what was played: SHA-256 over the digests of all games by seed and id, where a
// game's digest covers every column of its row and then of its training rows by step, except the columns that say how
// games were grouped. Files, their order and their times don't enter.
type contentHasher struct {
	games []digest
}

type digest struct {
	seed, id uint64
	sum      [sha256.Size]byte
}

func (c *contentHasher) add(g *Game) {
	c.games = append(c.games, digest{g.Seed, g.ID, gameDigest(g)})
}

// sum returns the hash in hexadecimal.
func (c *contentHasher) sum() string {
	slices.SortFunc(c.games, func(a, b digest) int {
		switch {
		case a.seed != b.seed && a.seed < b.seed, a.seed == b.seed && a.id < b.id:
			return -1
		default:
			return 1
		}
	})
	h := sha256.New()
	for i := range c.games {
		h.Write(c.games[i].sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// gameDigest covers everything logical of a game and its rows.
func gameDigest(g *Game) [sha256.Size]byte {
	h := sha256.New()
	row, moves := rowsOf(g)
	hashRow(h, gameColumns, &row)
	for i := range moves {
		hashRow(h, moveColumns, &moves[i])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// hashRow writes each column's name and value, lists and texts with their length before them, little endian.
func hashRow[R any](h hash.Hash, columns []column[R], row *R) {
	var buf []byte
	for _, c := range columns {
		if c.layout {
			continue
		}
		buf = appendText(buf[:0], c.name)
		switch v := c.field(row).(type) {
		case *uint8:
			buf = append(buf, *v)
		case *uint32:
			buf = binary.LittleEndian.AppendUint32(buf, *v)
		case *uint64:
			buf = binary.LittleEndian.AppendUint64(buf, *v)
		case *int32:
			buf = binary.LittleEndian.AppendUint32(buf, uint32(*v))
		case *float32:
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(*v))
		case *string:
			buf = appendText(buf, *v)
		case *[]uint8:
			buf = append(appendLength(buf, len(*v)), *v...)
		case *[]uint16:
			buf = appendLength(buf, len(*v))
			for _, x := range *v {
				buf = binary.LittleEndian.AppendUint16(buf, x)
			}
		case *[]uint32:
			buf = appendLength(buf, len(*v))
			for _, x := range *v {
				buf = binary.LittleEndian.AppendUint32(buf, x)
			}
		case *[]float32:
			buf = appendLength(buf, len(*v))
			for _, x := range *v {
				buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(x))
			}
		case *[]string:
			buf = appendLength(buf, len(*v))
			for _, x := range *v {
				buf = appendText(buf, x)
			}
		default:
			panic(fmt.Sprintf("datasets: no column type for %T", v))
		}
		h.Write(buf)
	}
}

func appendLength(dst []byte, n int) []byte { return binary.LittleEndian.AppendUint64(dst, uint64(n)) }

func appendText(dst []byte, s string) []byte { return append(appendLength(dst, len(s)), s...) }
