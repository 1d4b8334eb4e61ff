use std::cell::UnsafeCell;
use std::sync::Arc;
struct Hits(UnsafeCell<u64>);
unsafe impl Sync for Hits {}
unsafe impl Send for Hits {}
impl Hits {
    fn hit(&self) {
        unsafe { *self.0.get() += 1 }
    }
}
#[tokio::main(flavor = "multi_thread", worker_threads = 3)]
async fn main() {
    let h = Arc::new(Hits(UnsafeCell::new(0)));
    let hs: Vec<_> = (0..8)
        .map(|_| {
            let h = h.clone();
            tokio::spawn(async move {
                for _ in 0..50 {
                    h.hit();
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    for t in hs {
        t.await.unwrap();
    }
}
