// What the programs of the suite share. The verdict of a program is in its name, as in test/record-native.
#![allow(dead_code)]

use std::cell::UnsafeCell;
use std::thread;
use std::time::Duration;

/// What anybody may change at any time, as if that were safe.
pub struct Shared<T>(UnsafeCell<T>);
unsafe impl<T> Sync for Shared<T> {}
unsafe impl<T> Send for Shared<T> {}
impl<T: Copy> Shared<T> {
    pub const fn new(value: T) -> Self {
        Shared(UnsafeCell::new(value))
    }
    #[inline(always)]
    pub fn get(&self) -> T {
        unsafe { *self.0.get() }
    }
    #[inline(always)]
    pub fn set(&self, value: T) {
        unsafe { *self.0.get() = value }
    }
    pub fn at(&self) -> *mut T {
        self.0.get()
    }
}

// How far the run is, for programs that need a certain schedule: `after(2)` returns when `reached` was called twice. The compiler does not
// look into assembly, so a recorder sees nothing of it, and a program is as ordered as without.
static STEPS: Shared<u32> = Shared::new(0);

// Miri does not look into assembly either, and refuses it: an atomic that orders nothing is as good for it.
#[cfg(miri)]
fn steps() -> &'static std::sync::atomic::AtomicU32 {
    unsafe { std::sync::atomic::AtomicU32::from_ptr(STEPS.at()) }
}

#[cfg(miri)]
pub fn reached() {
    steps().fetch_add(1, std::sync::atomic::Ordering::Relaxed);
}

#[cfg(miri)]
pub fn after(count: u32) {
    while steps().load(std::sync::atomic::Ordering::Relaxed) < count {
        thread::yield_now();
    }
}

#[cfg(not(miri))]
pub fn reached() {
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!("lock inc dword ptr [{0}]", in(reg) STEPS.at())
    }
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!("2: ldaxr {1:w}, [{0}]", "add {1:w}, {1:w}, #1", "stlxr {2:w}, {1:w}, [{0}]", "cbnz {2:w}, 2b",
            in(reg) STEPS.at(), out(reg) _, out(reg) _)
    }
}

/// A run that is led elsewhere (`npm run bench -- confirm`) has it set. Not by std::env, whose lock a recorder would see.
#[cfg(not(miri))]
fn is_unordered() -> bool {
    extern "C" {
        fn getenv(name: *const std::ffi::c_char) -> *const std::ffi::c_char;
    }
    unsafe { !getenv(c"SUITE_UNORDERED".as_ptr()).is_null() }
}

#[cfg(not(miri))]
pub fn after(steps: u32) {
    while !is_unordered() {
        let seen: u32;
        #[cfg(target_arch = "x86_64")]
        unsafe {
            std::arch::asm!("mov {1:e}, dword ptr [{0}]", in(reg) STEPS.at(), out(reg) seen)
        }
        #[cfg(target_arch = "aarch64")]
        unsafe {
            std::arch::asm!("ldar {1:w}, [{0}]", in(reg) STEPS.at(), out(reg) seen)
        }
        if seen >= steps {
            return;
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// For what is worth seeing in most runs: no verdict may depend on it.
pub fn later() {
    thread::sleep(Duration::from_millis(20));
}

/// Both at once, and then the end of both.
pub fn both(first: impl FnOnce() + Send + 'static, second: impl FnOnce() + Send + 'static) {
    let (a, b) = (thread::spawn(first), thread::spawn(second));
    a.join().unwrap();
    b.join().unwrap();
}
