// A ReentrantLock is a lock: the other order is seen.

import java.util.concurrent.locks.ReentrantLock;
import lib.Both;
import lib.Steps;

class ReentrantLockHidesPredicted {
    int value;

    public static void main(String[] arguments) throws Exception {
        ReentrantLockHidesPredicted it = new ReentrantLockHidesPredicted();
        ReentrantLock lock = new ReentrantLock();
        Both.run(() -> {
            it.value = 1;
            lock.lock();
            lock.unlock();
            Steps.reached("first");
        }, () -> {
            Steps.after("first");
            lock.lock();
            lock.unlock();
            it.value = 2;
        });
    }
}
