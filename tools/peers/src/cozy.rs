//! cozy-chess.

use crate::{Random, Rules};
use cozy_chess::{Board, Move, Piece};

#[derive(Clone)]
pub struct Position(Board);

impl Rules for Position {
    type Move = Move;

    fn parse(fen: &str) -> Self {
        Position(Board::from_fen(fen, false).expect("a legal position"))
    }

    #[inline(always)]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        self.0.generate_moves(|of_one_piece| {
            of_one_piece.into_iter().for_each(&mut visit);
            false
        });
    }

    fn random_move(&self, random: &mut Random, list: &mut Vec<Move>) -> Option<Move> {
        list.clear();
        self.for_each_move(|m| list.push(m));
        (!list.is_empty()).then(|| list[random.below(list.len())])
    }

    #[inline(always)]
    fn play(&mut self, m: Move) {
        self.0.play_unchecked(m);
    }

    fn idle(&self) -> u32 {
        self.0.halfmove_clock().into()
    }

    fn dead(&self) -> bool {
        let minors = self.0.pieces(Piece::Knight) | self.0.pieces(Piece::Bishop);
        match self.0.occupied().len() {
            2 => true,
            3 => !minors.is_empty(),
            _ => false,
        }
    }
}
