// Boxes through a channel without bounds, from several senders.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel::<Vec<u32>>();
    let threads: Vec<_> = (0..3)
        .map(|n| {
            let sender = sender.clone();
            thread::spawn(move || {
                for i in 0..100 {
                    sender.send(vec![n, i]).unwrap();
                }
            })
        })
        .collect();
    drop(sender);
    let sum: u32 = receiver.iter().map(|mut pair| {
        pair[0] = 0;
        pair.iter().sum::<u32>()
    }).sum();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(sum, 3 * 4950);
}
