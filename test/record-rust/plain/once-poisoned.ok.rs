// What a closure did before it panicked is seen by the one that is called next.
use std::cell::UnsafeCell;
use std::panic;
use std::sync::Once;
use std::thread;
use std::time::Duration;

struct Numbers(UnsafeCell<Vec<u32>>);
unsafe impl Sync for Numbers {}
static ONCE: Once = Once::new();
static NUMBERS: Numbers = Numbers(UnsafeCell::new(Vec::new()));

fn push(number: u32) {
    unsafe { (*NUMBERS.0.get()).push(number) }
}

fn main() {
    panic::set_hook(Box::new(|_| ()));
    let fails = thread::spawn(|| {
        let _ = panic::catch_unwind(|| {
            ONCE.call_once(|| {
                push(1);
                panic!("not this time")
            })
        });
    });
    let repairs = thread::spawn(|| {
        thread::sleep(Duration::from_millis(50));
        ONCE.call_once_force(|_| push(2));
    });
    let waits = thread::spawn(|| {
        ONCE.wait_force();
        unsafe { (*NUMBERS.0.get()).len() }
    });
    assert!(waits.join().unwrap() > 0);
    repairs.join().unwrap();
    fails.join().unwrap();
}
