// Two threads write different fields of one struct.
mod suite;
use std::cell::UnsafeCell;

struct Pair {
    left: u32,
    right: u32,
}
struct Both(UnsafeCell<Pair>);
unsafe impl Sync for Both {}
static PAIR: Both = Both(UnsafeCell::new(Pair { left: 0, right: 0 }));

fn main() {
    suite::both(|| unsafe { (*PAIR.0.get()).left = 1 }, || unsafe { (*PAIR.0.get()).right = 2 });
    assert_eq!(unsafe { (*PAIR.0.get()).left + (*PAIR.0.get()).right }, 3);
}
