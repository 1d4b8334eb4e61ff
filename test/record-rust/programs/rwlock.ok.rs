// Readers and writers of one map.
use std::collections::HashMap;
use std::sync::{Arc, RwLock};
use std::thread;

fn main() {
    let map = Arc::new(RwLock::new(HashMap::new()));
    let threads: Vec<_> = (0..4u32)
        .map(|n| {
            let map = Arc::clone(&map);
            thread::spawn(move || {
                for i in 0..50 {
                    if n == 0 {
                        map.write().unwrap().insert(i, i * 2);
                    } else if let Some(found) = map.read().unwrap().get(&i) {
                        assert_eq!(*found, i * 2);
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(map.read().unwrap().len(), 50);
}
