// One waits for what the other has made.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import lib.Both;

class ConditionOk {
    boolean ready;
    int value;

    public static void main(String[] arguments) throws Exception {
        ConditionOk it = new ConditionOk();
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Both.run(() -> {
            lock.lock();
            try {
                while (!it.ready) changed.await();
            } finally {
                lock.unlock();
            }
            System.out.println(it.value);
        }, () -> {
            it.value = 5;
            lock.lock();
            try {
                it.ready = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        });
    }
}
