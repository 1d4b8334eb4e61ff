// What threads give back, and what they panic with.
use std::thread;

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let threads: Vec<_> = (0..4)
        .map(|n| {
            thread::Builder::new().name(format!("worker {n}")).spawn(move || {
                let squares: Vec<u64> = (0..n).map(|i| i * i).collect();
                assert!(n != 3, "no three: {squares:?}");
                squares
            })
        })
        .collect();
    let results: Vec<_> = threads.into_iter().map(|thread| thread.unwrap().join()).collect();
    assert_eq!(results[2].as_ref().unwrap().len(), 2);
    assert!(results[3].as_ref().unwrap_err().downcast_ref::<String>().unwrap().contains("no three"));
}
