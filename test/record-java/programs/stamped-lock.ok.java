// A StampedLock in all three ways.

import java.util.concurrent.locks.StampedLock;
import lib.Both;

class StampedLockOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        StampedLockOk it = new StampedLockOk();
        StampedLock lock = new StampedLock();
        Both.run(() -> {
            long stamp = lock.writeLock();
            it.value++;
            lock.unlockWrite(stamp);
        }, () -> {
            long stamp = lock.tryOptimisticRead();
            int seen = it.value;
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                seen = it.value;
                lock.unlockRead(stamp);
            }
            System.out.println(seen >= 0);
        });
    }
}
