// Who waits for the mutex sleeps, and is woken.
mod suite;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let value = Arc::new(Mutex::new([0u64; 8]));
    let held = value.lock().unwrap();
    let threads: Vec<_> = (0..3)
        .map(|n| {
            let value = Arc::clone(&value);
            thread::spawn(move || {
                for _ in 0..5 {
                    let mut all = value.lock().unwrap();
                    all[n] += 1;
                    all[7] += 1;
                    thread::yield_now();
                }
            })
        })
        .collect();
    suite::later();
    drop(held);
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(value.lock().unwrap()[7], 15);
}
