// Threads that nobody joins, and what they hold alone in the end.
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let shared = Arc::new((Mutex::new(0), vec![1u8; 100]));
    for _ in 0..4 {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            let sum: u32 = shared.1.iter().map(|&x| u32::from(x)).sum();
            *shared.0.lock().unwrap() += sum;
        });
    }
    while *shared.0.lock().unwrap() < 400 {
        thread::yield_now();
    }
}
