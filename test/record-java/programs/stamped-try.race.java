// A try that failed has no lock.

import java.util.concurrent.locks.StampedLock;
import lib.Both;
import lib.Steps;

class StampedTryRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        StampedTryRace it = new StampedTryRace();
        StampedLock lock = new StampedLock();
        Both.run(() -> {
            long stamp = lock.writeLock();
            it.value++;
            Steps.reached("locked");
            Steps.after("tried");
            lock.unlockWrite(stamp);
        }, () -> {
            Steps.after("locked");
            long stamp = lock.tryWriteLock();
            it.value++;
            Steps.reached("tried");
            System.out.println(stamp);
        });
    }
}
