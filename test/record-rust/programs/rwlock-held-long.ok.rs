// Readers and writers that sleep until they are woken.
mod suite;
use std::sync::{Arc, RwLock};
use std::thread;

fn main() {
    let value = Arc::new(RwLock::new(vec![0u32; 4]));
    let held = value.write().unwrap();
    let threads: Vec<_> = (0..4)
        .map(|n| {
            let value = Arc::clone(&value);
            thread::spawn(move || {
                for _ in 0..5 {
                    if n % 2 == 0 {
                        value.write().unwrap()[n] += 1;
                    } else {
                        assert!(value.read().unwrap().iter().all(|&x| x <= 5));
                    }
                }
            })
        })
        .collect();
    suite::later();
    drop(held);
    for thread in threads {
        thread.join().unwrap();
    }
}
