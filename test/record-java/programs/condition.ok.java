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
        Thread one = Both.thread("one", () -> {
            lock.lock();
            try {
                while (!it.ready) changed.await();
                it.value++;
            } finally {
                lock.unlock();
            }
        });
        one.start();
        while (one.getState() != Thread.State.WAITING) Thread.sleep(1);
        it.value = 5;
        lock.lock();
        try {
            it.ready = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        one.join();
    }
}
