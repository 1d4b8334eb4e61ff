// Each thread has its own, and drops it at its end.
use std::cell::RefCell;
use std::thread;

thread_local! {
    static LINES: RefCell<Vec<String>> = RefCell::new(Vec::new());
}

fn main() {
    let threads: Vec<_> = (0..3)
        .map(|n| {
            thread::spawn(move || {
                for i in 0..10 {
                    LINES.with_borrow_mut(|lines| lines.push(format!("{n}: {i}")));
                }
                LINES.with_borrow(Vec::len)
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 10);
    }
}
