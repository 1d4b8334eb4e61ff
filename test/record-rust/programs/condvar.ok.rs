// A bounded queue of a mutex and two condition variables.
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Queue {
    items: Mutex<VecDeque<Box<u32>>>,
    filled: Condvar,
    drained: Condvar,
}

fn main() {
    let queue = Arc::new(Queue { items: Mutex::new(VecDeque::new()), filled: Condvar::new(), drained: Condvar::new() });
    let source = Arc::clone(&queue);
    let producer = thread::spawn(move || {
        for i in 0..100 {
            let mut items = source.items.lock().unwrap();
            while items.len() == 4 {
                items = source.drained.wait(items).unwrap();
            }
            items.push_back(Box::new(i));
            source.filled.notify_one();
        }
    });
    let consumer = thread::spawn(move || {
        let mut sum = 0;
        for _ in 0..100 {
            let mut items = queue.items.lock().unwrap();
            while items.is_empty() {
                items = queue.filled.wait(items).unwrap();
            }
            sum += *items.pop_front().unwrap();
            queue.drained.notify_one();
        }
        sum
    });
    producer.join().unwrap();
    assert_eq!(consumer.join().unwrap(), 4950);
}
