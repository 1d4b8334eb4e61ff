// A wait that has a limit, which comes first.
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let pair = Arc::new((Mutex::new(Vec::<u8>::new()), Condvar::new()));
    let other = Arc::clone(&pair);
    let waiting = thread::spawn(move || {
        let (lock, ready) = &*other;
        let mut bytes = lock.lock().unwrap();
        while bytes.len() < 3 {
            bytes = ready.wait_timeout(bytes, Duration::from_millis(2)).unwrap().0;
        }
        bytes[0] + bytes[2]
    });
    for byte in 1..=3 {
        thread::sleep(Duration::from_millis(3));
        pair.0.lock().unwrap().push(byte);
        pair.1.notify_all();
    }
    assert_eq!(waiting.join().unwrap(), 4);
}
