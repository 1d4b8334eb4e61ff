// The fee is counted outside of the lock of the account; the lock orders this run.
mod suite;
use std::sync::{Arc, Mutex};
use suite::Shared;

static FEES: Shared<u32> = Shared::new(0);

fn main() {
    let account = Arc::new(Mutex::new(100i64));
    let (one, other) = (Arc::clone(&account), Arc::clone(&account));
    suite::both(
        move || {
            FEES.set(FEES.get() + 1);
            *one.lock().unwrap() = 110;
            suite::reached();
        },
        move || {
            suite::after(1);
            *other.lock().unwrap() = 90;
            FEES.set(FEES.get() + 1);
        },
    );
    std::hint::black_box(FEES.get());
}
