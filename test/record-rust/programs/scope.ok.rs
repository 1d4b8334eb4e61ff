// Threads of a scope that lend from its function.
use std::thread;

fn main() {
    let mut numbers = vec![0u64; 64];
    let mut last = 0;
    thread::scope(|scope| {
        for (n, part) in numbers.chunks_mut(16).enumerate() {
            scope.spawn(move || part.iter_mut().for_each(|x| *x = n as u64));
        }
        scope.spawn(|| last = 3);
    });
    numbers[63] += last;
    assert_eq!(numbers.iter().sum::<u64>(), 16 * 6 + 3);
}
