// A copy of a whole block while somebody writes in it.
mod suite;
use suite::Shared;

static BLOCK: Shared<[u64; 64]> = Shared::new([0; 64]);

fn main() {
    suite::both(
        || {
            std::hint::black_box(BLOCK.get());
        },
        || unsafe { (*BLOCK.at())[40] = 1 },
    );
}
