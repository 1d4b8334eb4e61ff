use parking_lot::RwLock;
use std::cell::UnsafeCell;
use std::sync::{Arc, Barrier};
struct S(RwLock<()>, UnsafeCell<u64>);
unsafe impl Sync for S {}
fn main() {
    let s = Arc::new(S(RwLock::new(()), UnsafeCell::new(0)));
    let b = Arc::new(Barrier::new(2));
    let ts: Vec<_> = (0..2)
        .map(|_| {
            let (s, b) = (s.clone(), b.clone());
            std::thread::spawn(move || {
                let _g = s.0.read();
                b.wait();
                unsafe { *s.1.get() += 1 }
            })
        })
        .collect();
    for t in ts {
        t.join().unwrap();
    }
}
