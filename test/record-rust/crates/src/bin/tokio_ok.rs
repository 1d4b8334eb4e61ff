use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot, watch, Mutex, Notify, RwLock, Semaphore};
#[tokio::main(flavor = "multi_thread", worker_threads = 3)]
async fn main() {
    let m = Arc::new(Mutex::new(Vec::new()));
    let rw = Arc::new(RwLock::new(0u64));
    let (tx, mut rx) = mpsc::channel::<String>(4);
    let sem = Arc::new(Semaphore::new(2));
    let n = Arc::new(Notify::new());
    let (btx, mut brx) = broadcast::channel::<u32>(16);
    let (wtx, mut wrx) = watch::channel(0u32);
    let hs: Vec<_> = (0..6u64)
        .map(|i| {
            let (m, rw, tx, sem, n) = (m.clone(), rw.clone(), tx.clone(), sem.clone(), n.clone());
            tokio::spawn(async move {
                for j in 0..20 {
                    let _p = sem.acquire().await.unwrap();
                    m.lock().await.push(i * j);
                    *rw.write().await += 1;
                    tx.send(format!("{i} {j}")).await.unwrap();
                    n.notify_one();
                    tokio::task::yield_now().await;
                }
                i
            })
        })
        .collect();
    drop(tx);
    let mut c = 0;
    while let Some(s) = rx.recv().await {
        c += s.len();
    }
    assert!(c > 0);
    for h in hs {
        h.await.unwrap();
    }
    let (otx, orx) = oneshot::channel::<Vec<u8>>();
    tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        otx.send(vec![1, 2]).unwrap();
        btx.send(7).unwrap();
        wtx.send(3).unwrap();
    });
    assert_eq!(orx.await.unwrap().len(), 2);
    assert_eq!(brx.recv().await.unwrap(), 7);
    wrx.changed().await.unwrap();
    let x = tokio::task::spawn_blocking(|| (0..1000u64).sum::<u64>())
        .await
        .unwrap();
    assert_eq!(x, 499500);
    n.notified().await;
    assert_eq!(m.lock().await.len(), 120);
    assert_eq!(*rw.read().await, 120);
}
