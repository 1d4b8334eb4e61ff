// Who finds that nobody else has it may change it.
use std::sync::Arc;
use std::thread;

fn main() {
    let mut shared = Arc::new([1u32; 4]);
    let other = Arc::clone(&shared);
    let reader = thread::spawn(move || other.iter().sum::<u32>());
    loop {
        if let Some(all) = Arc::get_mut(&mut shared) {
            all[0] = 9;
            break;
        }
        thread::yield_now();
    }
    assert_eq!(reader.join().unwrap(), 4);
}
