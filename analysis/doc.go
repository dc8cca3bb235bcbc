// Package analysis turns played games into statements about balance, each with its interval: the matrix of matchups,
// setups and modes side by side, the advantage of moving first, game length, endings, use of techniques and Watches, what
// pieces are worth; and the strength of agents against each other (Elo, SPRT). docs/statistics.md gives every formula, so
// that anybody can recompute a report from the data files.
//
// The unit of every interval is the colour-swapped pair of games, never the single game: both games of a pair share
// their opening and their luck. Games that repeat an earlier one move by move are counted once in intervals; tables show
// both numbers.
package analysis
