// Several threads that contend for a mutex.
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let tally = Arc::new(Mutex::new(Vec::new()));
    let threads: Vec<_> = (0..4)
        .map(|n| {
            let tally = Arc::clone(&tally);
            thread::spawn(move || {
                for i in 0..200 {
                    tally.lock().unwrap().push(n * 1000 + i);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(tally.lock().unwrap().len(), 800);
}
