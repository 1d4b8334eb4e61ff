// As two sections of one lock, while the second has to wait for it.
mod suite;
use std::sync::Mutex;
use suite::Shared;

static LOCK: Mutex<u32> = Mutex::new(0);
static DATA: Shared<u32> = Shared::new(0);

fn main() {
    suite::both(
        || {
            DATA.set(1);
            let mut held = LOCK.lock().unwrap();
            suite::reached();
            suite::later();
            *held = 1;
        },
        || {
            suite::after(1);
            *LOCK.lock().unwrap() = 2;
            DATA.set(2);
        },
    );
    std::hint::black_box(DATA.get());
}
