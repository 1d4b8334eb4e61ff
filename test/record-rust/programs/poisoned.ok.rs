// A thread panics with the mutex in its hands; the others go on.
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let value = Arc::new(Mutex::new(0));
    let other = Arc::clone(&value);
    let failed = thread::spawn(move || {
        let mut held = other.lock().unwrap();
        *held = 5;
        panic!("on purpose");
    });
    let other = Arc::clone(&value);
    let second = thread::spawn(move || *other.lock().unwrap_or_else(PoisonError::into_inner) += 1);
    assert!(failed.join().is_err());
    second.join().unwrap();
    assert!(value.is_poisoned());
}
