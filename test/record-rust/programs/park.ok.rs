// Who is unparked comes after what was done before it.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

fn main() {
    let ready = Arc::new(AtomicBool::new(false));
    let slot = Arc::new(std::sync::Mutex::new(None));
    let (other, others_slot) = (Arc::clone(&ready), Arc::clone(&slot));
    let waiting = thread::spawn(move || {
        while !other.load(Ordering::Acquire) {
            thread::park();
        }
        let text: String = others_slot.lock().unwrap().take().unwrap();
        text.len()
    });
    *slot.lock().unwrap() = Some("woken".to_string());
    ready.store(true, Ordering::Release);
    waiting.thread().unpark();
    assert_eq!(waiting.join().unwrap(), 5);
}
