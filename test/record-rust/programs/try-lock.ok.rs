// A mutex that is tried until it is had.
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let value = Arc::new(Mutex::new(String::new()));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let value = Arc::clone(&value);
            thread::spawn(move || {
                for _ in 0..20 {
                    loop {
                        if let Ok(mut text) = value.try_lock() {
                            text.push('x');
                            break;
                        }
                        thread::yield_now();
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(value.lock().unwrap().len(), 60);
}
