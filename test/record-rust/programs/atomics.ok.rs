// A flag by release and acquire, and a count that needs no order.
mod suite;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use suite::Shared;

static READY: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU64 = AtomicU64::new(0);
static VALUE: Shared<u64> = Shared::new(0);

fn main() {
    suite::both(
        || {
            VALUE.set(17);
            COUNT.fetch_add(1, Ordering::Relaxed);
            READY.store(true, Ordering::Release);
        },
        || {
            while !READY.load(Ordering::Acquire) {
                std::thread::yield_now();
            }
            COUNT.fetch_add(1, Ordering::Relaxed);
            assert_eq!(VALUE.get(), 17);
        },
    );
}
