// The others wait for who makes it.
mod suite;
use std::sync::OnceLock;
use std::thread;

static TABLE: OnceLock<Vec<u32>> = OnceLock::new();

fn main() {
    let threads: Vec<_> = (0..3)
        .map(|_| {
            thread::spawn(|| {
                let table = TABLE.get_or_init(|| {
                    suite::later();
                    vec![1, 2, 3]
                });
                table.iter().sum::<u32>()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 6);
    }
}
