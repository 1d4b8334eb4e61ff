// Two halves of a slice that have one element in common.
mod suite;
use std::thread;

fn main() {
    let mut numbers = [0u32; 9];
    let at = numbers.as_mut_ptr() as usize;
    thread::scope(|scope| {
        for from in [0, 4] {
            scope.spawn(move || {
                suite::reached();
                suite::after(2);
                let part = unsafe { std::slice::from_raw_parts_mut((at as *mut u32).add(from), 5) };
                for number in part {
                    *number += 1;
                }
            });
        }
    });
}
