// The flag says that the value is there, and orders nothing.
mod suite;
use std::sync::atomic::{AtomicBool, Ordering};
use suite::Shared;

static READY: AtomicBool = AtomicBool::new(false);
static VALUE: Shared<u64> = Shared::new(0);

fn main() {
    suite::both(
        || {
            VALUE.set(17);
            READY.store(true, Ordering::Relaxed);
        },
        || {
            while !READY.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            std::hint::black_box(VALUE.get());
        },
    );
}
