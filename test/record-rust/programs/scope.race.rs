// Two threads of a scope share what neither may write.
mod suite;
use std::thread;
use suite::Shared;

fn main() {
    let total = Shared::new(0u32);
    let parts = [[1, 2], [3, 4]];
    thread::scope(|scope| {
        for part in &parts {
            let total = &total;
            scope.spawn(move || {
                suite::reached();
                suite::after(2);
                for n in part {
                    total.set(total.get() + n);
                }
            });
        }
    });
}
