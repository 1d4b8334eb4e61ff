// A count of references that orders nothing: who frees does not wait for who reads.
mod suite;
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::Shared;

static COUNT: AtomicUsize = AtomicUsize::new(2);
static VALUE: Shared<u32> = Shared::new(1);

fn leave() {
    std::hint::black_box(VALUE.get());
    if COUNT.fetch_sub(1, Ordering::Relaxed) == 1 {
        VALUE.set(0);
    }
}

fn main() {
    suite::both(leave, leave);
}
