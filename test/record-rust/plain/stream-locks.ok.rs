// Buffers and locks of the standard streams, from several threads, with a lock that is taken twice.
use std::io::{stdout, Write};
use std::thread;

fn main() {
    let threads: Vec<_> = (0..4)
        .map(|i| {
            thread::spawn(move || {
                for j in 0..20 {
                    let mut first = stdout().lock();
                    write!(stdout().lock(), "{i} ").unwrap();
                    writeln!(first, "{}", "=".repeat(100)).unwrap();
                    drop(first);
                    println!("{i} {j}");
                    stdout().write_all(b"...\n").unwrap();
                    stdout().flush().unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
