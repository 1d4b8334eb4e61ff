// Two locks in both orders, and each thread has one of them.
mod suite;
use std::sync::Mutex;

static LEFT: Mutex<()> = Mutex::new(());
static RIGHT: Mutex<()> = Mutex::new(());

fn take(one: &Mutex<()>, other: &Mutex<()>) {
    let held = one.lock().unwrap();
    suite::reached();
    suite::after(2);
    drop(other.lock());
    drop(held);
}

fn main() {
    suite::both(|| take(&LEFT, &RIGHT), || take(&RIGHT, &LEFT));
}
