//! shakmaty.

use crate::{Random, Rules};
use shakmaty::{fen::Fen, CastlingMode, Chess, Move, Position as _};

#[derive(Clone)]
pub struct Position(Chess);

impl Rules for Position {
    type Move = Move;

    fn parse(fen: &str) -> Self {
        let fen: Fen = fen.parse().expect("a position");
        Position(
            fen.into_position(CastlingMode::Standard)
                .expect("a legal position"),
        )
    }

    #[inline(always)]
    fn for_each_move(&self, visit: impl FnMut(Move)) {
        self.0.legal_moves().into_iter().for_each(visit);
    }

    fn random_move(&self, random: &mut Random, _: &mut Vec<Move>) -> Option<Move> {
        let list = self.0.legal_moves();
        (!list.is_empty()).then(|| list[random.below(list.len())])
    }

    #[inline(always)]
    fn play(&mut self, m: Move) {
        self.0.play_unchecked(m);
    }

    fn idle(&self) -> u32 {
        self.0.halfmoves()
    }

    fn dead(&self) -> bool {
        self.0.is_insufficient_material()
    }
}
