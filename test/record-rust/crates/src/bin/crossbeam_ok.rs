use crossbeam::channel::{bounded, select, unbounded};
use crossbeam::deque::{Injector, Steal, Worker};
use crossbeam::epoch;
use crossbeam::queue::{ArrayQueue, SegQueue};
use std::sync::Arc;
fn main() {
    let (s, r) = unbounded::<Box<u32>>();
    let (s2, r2) = bounded::<String>(1);
    crossbeam::thread::scope(|sc| {
        for n in 0..3 { let s = s.clone(); let s2 = s2.clone(); sc.spawn(move |_| for i in 0..50 { s.send(Box::new(n * i)).unwrap(); s2.send(i.to_string()).unwrap(); }); }
        drop(s); drop(s2);
        let (mut a, mut b) = (0, 0);
        while a < 150 || b < 150 { select! { recv(r) -> x => if let Ok(x) = x { a += 1; std::hint::black_box(*x); } else if b >= 150 { break }, recv(r2) -> x => if let Ok(x) = x { b += 1; std::hint::black_box(x.len()); } else if a >= 150 { break } } }
        assert_eq!((a, b), (150, 150));
    }).unwrap();
    let q = Arc::new((
        ArrayQueue::<Vec<u8>>::new(8),
        SegQueue::<Vec<u8>>::new(),
        Injector::<Box<u64>>::new(),
    ));
    let ts: Vec<_> = (0..3)
        .map(|n| {
            let q = q.clone();
            std::thread::spawn(move || {
                let w = Worker::new_fifo();
                for i in 0..100u8 {
                    let _ = q.0.push(vec![i; 4]);
                    q.1.push(vec![n, i]);
                    q.2.push(Box::new(7));
                    if let Some(mut v) = q.0.pop() {
                        v[0] = 1;
                    }
                    if let Some(mut v) = q.1.pop() {
                        v[1] = 2;
                    }
                    loop {
                        match q.2.steal_batch_and_pop(&w) {
                            Steal::Success(mut x) => {
                                *x += 1;
                                break;
                            }
                            Steal::Empty => break,
                            Steal::Retry => {}
                        }
                    }
                    while let Some(mut x) = w.pop() {
                        *x += 1
                    }
                    let _g = epoch::pin();
                }
            })
        })
        .collect();
    for t in ts {
        t.join().unwrap();
    }
}
