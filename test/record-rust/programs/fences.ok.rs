// Relaxed accesses of a flag between fences.
mod suite;
use std::sync::atomic::{fence, AtomicBool, Ordering};
use suite::Shared;

static READY: AtomicBool = AtomicBool::new(false);
static VALUE: Shared<u64> = Shared::new(0);

fn main() {
    suite::both(
        || {
            VALUE.set(17);
            fence(Ordering::Release);
            READY.store(true, Ordering::Relaxed);
        },
        || {
            while !READY.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            fence(Ordering::Acquire);
            assert_eq!(VALUE.get(), 17);
        },
    );
}
