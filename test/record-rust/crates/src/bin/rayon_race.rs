use rayon::prelude::*;
use std::cell::UnsafeCell;
struct Sum(UnsafeCell<u64>);
unsafe impl Sync for Sum {}
fn main() {
    let sum = Sum(UnsafeCell::new(0));
    (0..20000u64).into_par_iter().for_each(|x| {
        let s = &sum;
        unsafe { *s.0.get() += x }
    });
    println!("{}", sum.0.into_inner());
}
