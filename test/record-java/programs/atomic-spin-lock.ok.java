// A lock made of compareAndSet.

import java.util.concurrent.atomic.AtomicInteger;
import lib.Both;

class AtomicSpinLockOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        AtomicSpinLockOk it = new AtomicSpinLockOk();
        AtomicInteger lock = new AtomicInteger();
        Both.Work work = () -> {
            while (!lock.compareAndSet(0, 1)) Thread.onSpinWait();
            it.value++;
            lock.set(0);
        };
        Both.run(work, work);
    }
}
