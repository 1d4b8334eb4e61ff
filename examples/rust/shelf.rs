use std::cell::UnsafeCell;
use std::sync::Mutex;

/// Items are behind a lock; how many were sold is only a number, and was meant to be fast.
pub struct Shelf {
    items: Mutex<Vec<u32>>,
    sold: UnsafeCell<u64>,
}

// SAFETY: sold is only a number.
unsafe impl Sync for Shelf {}

impl Shelf {
    pub fn new(items: Vec<u32>) -> Self {
        Shelf { items: Mutex::new(items), sold: UnsafeCell::new(0) }
    }

    pub fn sell(&self) -> Option<u32> {
        let item = self.items.lock().unwrap().pop()?;
        unsafe { *self.sold.get() += 1 };
        Some(item)
    }

    pub fn sold(&self) -> u64 {
        unsafe { *self.sold.get() }
    }
}
