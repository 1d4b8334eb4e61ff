// Two locks in both orders, one after the other.
mod suite;
use std::sync::Mutex;

static LEFT: Mutex<()> = Mutex::new(());
static RIGHT: Mutex<()> = Mutex::new(());

fn main() {
    suite::both(
        || {
            let left = LEFT.lock().unwrap();
            drop(RIGHT.lock());
            drop(left);
            suite::reached();
        },
        || {
            suite::after(1);
            let right = RIGHT.lock().unwrap();
            drop(LEFT.lock());
            drop(right);
        },
    );
}
