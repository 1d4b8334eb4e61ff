use parking_lot::{Condvar, Mutex, RwLock};
use std::sync::Arc;
use std::thread;
fn main() {
    let m = Arc::new((Mutex::new(Vec::new()), Condvar::new(), RwLock::new(0u64)));
    let ts: Vec<_> = (0..4)
        .map(|n| {
            let m = m.clone();
            thread::spawn(move || {
                for i in 0..100 {
                    m.0.lock().push(n * i);
                    m.1.notify_one();
                    if n == 0 {
                        *m.2.write() += 1
                    } else {
                        std::hint::black_box(*m.2.read());
                    }
                }
            })
        })
        .collect();
    {
        let mut g = m.0.lock();
        while g.len() < 400 {
            m.1.wait(&mut g);
        }
        assert_eq!(g.len(), 400);
    }
    for t in ts {
        t.join().unwrap();
    }
}
