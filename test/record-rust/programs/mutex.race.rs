// One thread takes the lock, the other goes around it.
mod suite;
use std::sync::Mutex;
use suite::Shared;

static LOCK: Mutex<()> = Mutex::new(());
static VALUE: Shared<u32> = Shared::new(0);

fn main() {
    suite::both(
        || {
            let _held = LOCK.lock().unwrap();
            VALUE.set(VALUE.get() + 1);
        },
        || VALUE.set(7),
    );
}
