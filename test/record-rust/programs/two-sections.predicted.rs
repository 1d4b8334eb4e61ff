// The write lies before an unrelated section of the same lock, the read after one.
mod suite;
use std::sync::Mutex;
use suite::Shared;

static LOCK: Mutex<u32> = Mutex::new(0);
static DATA: Shared<u32> = Shared::new(0);

fn main() {
    suite::both(
        || {
            DATA.set(1);
            *LOCK.lock().unwrap() = 1;
            suite::reached();
        },
        || {
            suite::after(1);
            *LOCK.lock().unwrap() = 2;
            DATA.set(2);
        },
    );
    std::hint::black_box(DATA.get());
}
