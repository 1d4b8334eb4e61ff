// One barrier too few: the next round's writes meet the reads of this one.
mod suite;
use std::sync::{Arc, Barrier};
use std::thread;
use suite::Shared;

static PARTS: [Shared<u32>; 2] = [Shared::new(0), Shared::new(0)];

fn main() {
    let barrier = Arc::new(Barrier::new(2));
    let threads: Vec<_> = (0..2)
        .map(|n| {
            let barrier = Arc::clone(&barrier);
            thread::spawn(move || {
                for round in 1..4 {
                    PARTS[n].set(round);
                    barrier.wait();
                    std::hint::black_box(PARTS[1 - n].get());
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
