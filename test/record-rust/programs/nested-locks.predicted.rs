// Both hold a lock, each its own, and meet at a third.
mod suite;
use std::sync::Mutex;
use suite::Shared;

static LEFT: Mutex<()> = Mutex::new(());
static RIGHT: Mutex<()> = Mutex::new(());
static COMMON: Mutex<u32> = Mutex::new(0);
static DATA: Shared<u32> = Shared::new(0);

fn main() {
    suite::both(
        || {
            let left = LEFT.lock().unwrap();
            DATA.set(1);
            drop(left);
            *COMMON.lock().unwrap() += 1;
            drop(RIGHT.lock());
            suite::reached();
        },
        || {
            suite::after(1);
            drop(LEFT.lock());
            let right = RIGHT.lock().unwrap();
            drop(COMMON.lock());
            DATA.set(2);
            drop(right);
        },
    );
    std::hint::black_box(DATA.get());
}
