use arc_swap::ArcSwap;
use dashmap::DashMap;
use once_cell::sync::{Lazy, OnceCell};
use std::sync::Arc;
static L: Lazy<Vec<u32>> = Lazy::new(|| vec![1, 2, 3]);
static O: OnceCell<String> = OnceCell::new();
fn main() {
    let d = Arc::new(DashMap::<u32, Vec<u32>>::new());
    let a = Arc::new(ArcSwap::from_pointee(vec![0u32; 4]));
    let (s, r) = flume::bounded::<Box<u32>>(3);
    let ts: Vec<_> = (0..4u32)
        .map(|n| {
            let (d, a, s) = (d.clone(), a.clone(), s.clone());
            std::thread::spawn(move || {
                for i in 0..40 {
                    d.entry(i % 7).or_default().push(n);
                    if n == 0 {
                        a.store(Arc::new(vec![i; 4]));
                    } else {
                        std::hint::black_box(a.load()[1]);
                    }
                    s.send(Box::new(L[1] + O.get_or_init(|| "x".into()).len() as u32))
                        .unwrap();
                }
            })
        })
        .collect();
    drop(s);
    let t: u32 = r.iter().map(|b| *b).sum();
    assert_eq!(t, 160 * 3);
    for t in ts {
        t.join().unwrap();
    }
    assert_eq!(d.iter().map(|e| e.value().len()).sum::<usize>(), 160);
}
