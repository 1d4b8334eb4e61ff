// Whoever is last frees what all have used.
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

struct Node {
    text: String,
    seen: AtomicU32,
}
impl Drop for Node {
    fn drop(&mut self) {
        self.text.clear();
    }
}

fn main() {
    for _ in 0..20 {
        let node = Arc::new(Node { text: "shared".to_string(), seen: AtomicU32::new(0) });
        let weak = Arc::downgrade(&node);
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let node = Arc::clone(&node);
                thread::spawn(move || {
                    node.seen.fetch_add(node.text.len() as u32, Ordering::Relaxed);
                })
            })
            .collect();
        drop(node);
        if let Some(node) = weak.upgrade() {
            assert_eq!(node.text, "shared");
        }
        for thread in threads {
            thread.join().unwrap();
        }
    }
}
