// The fee is counted outside of the lock of the account; the lock orders this run.
mod suite;
use std::sync::{Arc, Mutex};
use suite::Shared;

static FEES: Shared<u32> = Shared::new(0);

fn main() {
    let account = Arc::new(Mutex::new(100i64));
    let other = Arc::clone(&account);
    suite::both(
        move || {
            FEES.set(FEES.get() + 1);
            *account.lock().unwrap() += 10;
            suite::reached();
        },
        move || {
            suite::after(1);
            *other.lock().unwrap() -= 10;
            FEES.set(FEES.get() + 1);
        },
    );
}
