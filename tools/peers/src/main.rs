//! Chess libraries at the work that `variantlab bench --game chess` does: `peers SECONDS` gives each figure that much
//! process CPU time and prints it as a line of JSON, in the form that `variantlab bench --beside` reads.

mod cozy;
mod shak;

/// Chess with moves, as far as the figures need it.
trait Rules: Clone {
    type Move: Copy;
    fn parse(fen: &str) -> Self;
    fn for_each_move(&self, visit: impl FnMut(Self::Move));
    /// A random one of the legal moves; list is room for them.
    fn random_move(&self, random: &mut Random, list: &mut Vec<Self::Move>) -> Option<Self::Move>;
    fn play(&mut self, m: Self::Move);
    /// Plies since the last capture or pawn move.
    fn idle(&self) -> u32;
    /// Neither side could mate any more.
    fn dead(&self) -> bool;
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Counts the paths of a length; every leaf is made.
fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    position.for_each_move(|m| {
        let mut next = position.clone();
        next.play(m);
        paths += perft(&next, depth - 1);
    });
    paths
}

/// When a random game stops besides mate and stalemate: at 100 idle plies or 512 in all, and, if asked, in a dead position.
const IDLE: u32 = 100;
const LENGTH: u32 = 512;

/// Plays uniformly random moves in place and returns how many.
fn playout<R: Rules>(
    position: &mut R,
    dead_ends: bool,
    random: &mut Random,
    list: &mut Vec<R::Move>,
) -> u64 {
    for ply in 0..LENGTH {
        if position.idle() >= IDLE || dead_ends && position.dead() {
            return ply.into();
        }
        let Some(m) = position.random_move(random, list) else {
            return ply.into();
        };
        position.play(m);
    }
    LENGTH.into()
}

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
struct Random(u64);

impl Random {
    /// Uniform in 0..n.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (u128::from(z ^ z >> 31) * n as u128 >> 64) as usize
    }
}

/// Seconds of CPU time that this process has used.
fn cpu_time() -> f64 {
    let mut t = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: t is a valid place for the answer.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    assert_eq!(status, 0, "no clock of process CPU time");
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

/// Works for some seconds of CPU time; work adds what it did to as many counts as there are figures.
fn measure<const N: usize>(seconds: f64, mut work: impl FnMut(&mut [u64; N])) -> [f64; N] {
    work(&mut [0; N]); // warms up
    let mut counts = [0; N];
    let start = cpu_time();
    loop {
        work(&mut counts);
        let spent = cpu_time() - start;
        if spent >= seconds {
            return counts.map(|n| n as f64 / spent);
        }
    }
}

fn report(peer: &str, figure: &str, note: &str, rate: f64) {
    println!(r#"{{"peer":"{peer}","figure":"{figure}","note":"{note}","per_second":{rate:.1}}}"#);
}

fn run<R: Rules>(peer: &str, seconds: f64) {
    for (figure, fen, depth, paths) in [
        ("perft start", START, 4, 197_281),
        ("perft kiwipete", KIWIPETE, 3, 97_862),
    ] {
        let position = R::parse(fen);
        let [rate] = measure(seconds, |counts| {
            let counted = perft(&position, depth);
            assert_eq!(counted, paths, "{peer}, {figure}");
            counts[0] += counted;
        });
        report(peer, figure, "", rate);
    }
    let start = R::parse(START);
    let mut list = Vec::with_capacity(256);
    for (dead_ends, note) in [(true, "ends when neither side can mate"), (false, "")] {
        let mut random = Random(1);
        let [plies, games] = measure(seconds, |counts| {
            for _ in 0..20 {
                counts[0] += playout(&mut start.clone(), dead_ends, &mut random, &mut list);
                counts[1] += 1;
            }
        });
        report(peer, "plies", note, plies);
        report(peer, "games", note, games);
    }
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok());
    let Some(seconds) = seconds else {
        eprintln!("usage: peers SECONDS");
        std::process::exit(2);
    };
    run::<cozy::Position>("cozy-chess 0.3.4", seconds);
    run::<shak::Position>("shakmaty 0.30.1", seconds);
}
