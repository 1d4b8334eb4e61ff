mod shelf;

use shelf::Shelf;
use std::sync::Arc;
use std::thread;

fn main() {
    let shelf = Arc::new(Shelf::new((0..100).collect()));
    let sellers = [1, 2].map(|_| {
        let shelf = Arc::clone(&shelf);
        thread::spawn(move || {
            for _ in 0..50 {
                shelf.sell();
            }
        })
    });
    for seller in sellers {
        seller.join().unwrap();
    }
    println!("{} sold", shelf.sold());
}
