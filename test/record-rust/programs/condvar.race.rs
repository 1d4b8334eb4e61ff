// The result is written after the lock that says it is there.
mod suite;
use std::sync::{Condvar, Mutex};
use suite::Shared;

static READY: Mutex<bool> = Mutex::new(false);
static TOLD: Condvar = Condvar::new();
static RESULT: Shared<u64> = Shared::new(0);

fn main() {
    suite::both(
        || {
            *READY.lock().unwrap() = true;
            TOLD.notify_one();
            RESULT.set(42);
        },
        || {
            let mut ready = READY.lock().unwrap();
            while !*ready {
                ready = TOLD.wait(ready).unwrap();
            }
            drop(ready);
            std::hint::black_box(RESULT.get());
        },
    );
}
