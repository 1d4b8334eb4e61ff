// A static that two threads count up.
mod suite;

static mut COUNTER: u64 = 0;

fn bump() {
    unsafe { COUNTER += 1 }
}

fn main() {
    suite::both(bump, bump);
}
