// Everybody prints at once.
use std::io::Write;
use std::thread;

fn main() {
    let threads: Vec<_> = (0..4)
        .map(|n| {
            thread::spawn(move || {
                for i in 0..10 {
                    println!("{n} {i}");
                }
                std::io::stdout().lock().flush().unwrap();
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
