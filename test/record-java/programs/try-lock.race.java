// A lock that was not had.

import java.util.concurrent.locks.ReentrantLock;
import lib.Both;
import lib.Steps;

class TryLockRace {
    int count;

    public static void main(String[] arguments) throws Exception {
        TryLockRace it = new TryLockRace();
        ReentrantLock lock = new ReentrantLock();
        Both.run(() -> {
            lock.lock();
            it.count++;
            Steps.reached("held");
            Steps.after("tried");
            lock.unlock();
        }, () -> {
            Steps.after("held");
            if (!lock.tryLock()) it.count++;
            Steps.reached("tried");
        });
    }
}
