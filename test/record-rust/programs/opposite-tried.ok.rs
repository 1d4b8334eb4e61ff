// Two locks in both orders, but nobody waits for the second.
mod suite;
use std::sync::Mutex;

static LEFT: Mutex<()> = Mutex::new(());
static RIGHT: Mutex<()> = Mutex::new(());

fn main() {
    suite::both(
        || {
            let left = LEFT.lock().unwrap();
            drop(RIGHT.try_lock());
            drop(left);
            suite::reached();
        },
        || {
            suite::after(1);
            let right = RIGHT.lock().unwrap();
            drop(LEFT.try_lock());
            drop(right);
        },
    );
}
