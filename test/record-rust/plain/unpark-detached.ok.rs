// Whoever drops the last handle of a thread frees what `unpark` stores to: the thread itself or another, and nobody joins.
use std::thread;
use std::time::Duration;

fn main() {
    for _ in 0..50 {
        let sleeper = thread::spawn(|| thread::park());
        let handle = sleeper.thread().clone();
        drop(sleeper);
        let other = handle.clone();
        thread::spawn(move || other.unpark());
        handle.unpark();
    }
    thread::sleep(Duration::from_millis(20));
}
