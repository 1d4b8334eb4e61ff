// A vector that claims to be Sync: one pushes while the other reads.
mod suite;
use std::cell::UnsafeCell;
use std::sync::Arc;

struct List(UnsafeCell<Vec<u32>>);
unsafe impl Sync for List {}

fn main() {
    let list = Arc::new(List(UnsafeCell::new(Vec::with_capacity(8))));
    let other = Arc::clone(&list);
    suite::both(
        move || unsafe { (*list.0.get()).push(1) },
        move || {
            std::hint::black_box(unsafe { (*other.0.get()).len() });
        },
    );
}
