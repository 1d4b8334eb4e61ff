// Readers write, side by side.
mod suite;
use std::sync::RwLock;
use suite::Shared;

static LOCK: RwLock<()> = RwLock::new(());
static HITS: Shared<u32> = Shared::new(0);

fn look() {
    let _held = LOCK.read().unwrap();
    suite::reached();
    suite::after(2);
    HITS.set(HITS.get() + 1);
}

fn main() {
    suite::both(look, look);
}
