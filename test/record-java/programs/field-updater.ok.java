// An updater, and the volatile field itself.

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import lib.Both;

class FieldUpdaterOk {
    volatile int state;
    int value;
    static final AtomicIntegerFieldUpdater<FieldUpdaterOk> STATE =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterOk.class, "state");

    public static void main(String[] arguments) throws Exception {
        FieldUpdaterOk it = new FieldUpdaterOk();
        Both.run(() -> {
            it.value = 1;
            STATE.compareAndSet(it, 0, 1);
        }, () -> {
            while (it.state == 0) Thread.onSpinWait();
            System.out.println(it.value);
        });
    }
}
