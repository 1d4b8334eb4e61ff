// A channel without room: each value goes from hand to hand.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel::<String>(0);
    let (answers, answered) = mpsc::sync_channel::<String>(0);
    let echo = thread::spawn(move || {
        for text in receiver {
            answers.send(text + "!").unwrap();
        }
    });
    for i in 0..40 {
        sender.send(i.to_string()).unwrap();
        assert_eq!(answered.recv().unwrap(), format!("{i}!"));
    }
    drop(sender);
    echo.join().unwrap();
}
