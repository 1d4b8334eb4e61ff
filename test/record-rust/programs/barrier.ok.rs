// Each writes its own, waits, and reads all.
mod suite;
use std::sync::{Arc, Barrier};
use std::thread;
use suite::Shared;

static PARTS: [Shared<u32>; 3] = [Shared::new(0), Shared::new(0), Shared::new(0)];

fn main() {
    let barrier = Arc::new(Barrier::new(3));
    let threads: Vec<_> = (0..3)
        .map(|n| {
            let barrier = Arc::clone(&barrier);
            thread::spawn(move || {
                for round in 1..4 {
                    PARTS[n].set(round);
                    barrier.wait();
                    assert!(PARTS.iter().all(|part| part.get() == round));
                    barrier.wait();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
