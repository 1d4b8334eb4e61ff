// The pointer goes through the channel, and its sender goes on to write.
mod suite;
use std::sync::mpsc;
use std::thread;

struct Handle(*mut u32);
unsafe impl Send for Handle {}

fn main() {
    let mut value = 1u32;
    let at: *mut u32 = &mut value;
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        let handle: Handle = receiver.recv().unwrap();
        suite::after(1);
        std::hint::black_box(unsafe { *handle.0 });
    });
    sender.send(Handle(at)).unwrap();
    unsafe { *at = 2 };
    suite::reached();
    reader.join().unwrap();
}
