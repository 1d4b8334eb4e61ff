// The lock is given back without an order.
mod suite;
use std::sync::atomic::{AtomicBool, Ordering};
use suite::Shared;

static TAKEN: AtomicBool = AtomicBool::new(false);
static VALUE: Shared<u64> = Shared::new(0);

fn work() {
    for _ in 0..10 {
        while TAKEN.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::thread::yield_now();
        }
        VALUE.set(VALUE.get() + 1);
        TAKEN.store(false, Ordering::Relaxed);
    }
}

fn main() {
    suite::both(work, work);
}
