// The hook for panics is given by one thread, called in another that began before, and dropped by the first.
use std::hint::black_box;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let panics = thread::spawn(|| {
        while !READY.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        let _ = panic::catch_unwind(|| {
            let none: Vec<u32> = vec![];
            none[black_box(2)]
        });
    });
    let bytes = vec![1u8; 100];
    panic::set_hook(Box::new(move |_| {
        black_box(bytes.iter().map(|&byte| byte as u32).sum::<u32>());
    }));
    READY.store(true, Ordering::Relaxed);
    thread::sleep(Duration::from_millis(50));
    drop(panic::take_hook());
    panics.join().unwrap();
}
