// Made when it is first asked for, without anybody looking who else asks.
mod suite;
use suite::Shared;

static MADE: Shared<bool> = Shared::new(false);
static VALUE: Shared<u64> = Shared::new(0);

fn value() {
    if !MADE.get() {
        VALUE.set(42);
        MADE.set(true);
    }
    std::hint::black_box(VALUE.get());
}

fn main() {
    suite::both(value, value);
}
