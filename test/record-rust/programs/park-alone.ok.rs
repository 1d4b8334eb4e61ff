// Parking itself hands over what was done before: no atomic beside it.
mod suite;
use std::thread;
use suite::Shared;

static VALUE: Shared<u64> = Shared::new(0);

fn main() {
    let waiting = thread::spawn(|| {
        thread::park();
        let seen = VALUE.get();
        assert!(seen == 0 || seen == 5);
        VALUE.set(6);
    });
    VALUE.set(5);
    waiting.thread().unpark();
    waiting.join().unwrap();
}
