// A count of references that is not atomic, in the hands of two threads.
use std::rc::Rc;
use std::thread;

struct Smuggled(Rc<String>);
unsafe impl Send for Smuggled {}
impl Smuggled {
    fn again(self) {
        for _ in 0..10 {
            std::hint::black_box(Rc::clone(&self.0));
        }
        std::mem::forget(self);
    }
}

fn main() {
    let text = Rc::new("text".to_string());
    let one = Smuggled(Rc::clone(&text));
    let other = Smuggled(text);
    let thread = thread::spawn(move || one.again());
    other.again();
    thread.join().unwrap();
}
