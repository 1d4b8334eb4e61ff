// The receiver waits for a sender that waits for the receiver.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (ask, asked) = mpsc::channel::<u32>();
    let (answer, answered) = mpsc::channel::<u32>();
    let other = thread::spawn(move || answer.send(asked.recv().unwrap()).unwrap());
    answered.recv().unwrap();
    ask.send(1).unwrap();
    other.join().unwrap();
}
