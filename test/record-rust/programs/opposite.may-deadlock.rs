// Two locks in both orders, one after the other.
mod suite;
use std::sync::Mutex;

static LEFT: Mutex<u32> = Mutex::new(0);
static RIGHT: Mutex<u32> = Mutex::new(0);

fn main() {
    suite::both(
        || {
            let mut left = LEFT.lock().unwrap();
            *left += 1;
            *RIGHT.lock().unwrap() += 1;
            drop(left);
            suite::reached();
        },
        || {
            suite::after(1);
            let mut right = RIGHT.lock().unwrap();
            *right += 1;
            *LEFT.lock().unwrap() += 1;
        },
    );
}
