// What is made once is used by all.
use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| (0..100).map(|n| n * n).collect());
static NAME: OnceLock<String> = OnceLock::new();
static START: Once = Once::new();
static mut STARTED: [u32; 4] = [0; 4];

fn main() {
    let threads: Vec<_> = (0..4)
        .map(|n| {
            thread::spawn(move || {
                START.call_once(|| unsafe { STARTED = [7; 4] });
                assert_eq!(unsafe { STARTED[n] }, 7);
                let name = NAME.get_or_init(|| "once".repeat(2));
                TABLE[n] as usize + name.len()
            })
        })
        .collect();
    for (n, thread) in threads.into_iter().enumerate() {
        assert_eq!(thread.join().unwrap(), n * n + 8);
    }
}
