// The box is freed while another thread may read it.
use std::thread;

fn main() {
    let kept = Box::new([1u64; 4]);
    let at = &kept[2] as *const u64 as usize;
    let reader = thread::spawn(move || std::hint::black_box(unsafe { *(at as *const u64) }));
    drop(kept);
    reader.join().unwrap();
}
