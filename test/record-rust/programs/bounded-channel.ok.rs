// Senders that wait for room.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel::<Box<[u8; 16]>>(2);
    let threads: Vec<_> = (0..2u8)
        .map(|n| {
            let sender = sender.clone();
            thread::spawn(move || {
                for i in 0..60 {
                    sender.send(Box::new([n + i; 16])).unwrap();
                }
            })
        })
        .collect();
    drop(sender);
    let mut count = 0;
    while let Ok(mut block) = receiver.recv() {
        block[3] = block[2];
        count += 1;
    }
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(count, 120);
}
