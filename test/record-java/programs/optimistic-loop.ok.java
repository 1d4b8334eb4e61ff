// Optimistic reads that are tried again, of fields and of an array.

import java.util.Arrays;
import java.util.concurrent.locks.StampedLock;
import lib.Both;

class OptimisticLoopOk {
    static final StampedLock LOCK = new StampedLock();
    static long[] values = new long[64];
    static int sum;

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> {
            for (int i = 0; i < 50; i++) {
                long stamp = LOCK.writeLock();
                try {
                    sum++;
                    Arrays.fill(values, i);
                    values[i % 64]++;
                } finally {
                    LOCK.unlockWrite(stamp);
                }
            }
        }, () -> {
            for (int i = 0; i < 50; i++) System.out.println(read() >= 0);
        });
    }

    private static long read() {
        for (long stamp = LOCK.tryOptimisticRead();; stamp = LOCK.readLock()) {
            try {
                if (stamp == 0) continue;
                long seen = sum + values[3] + Arrays.copyOf(values, 8)[1];
                for (int i = 0; i < values.length; i++) seen += values[i];
                if (!LOCK.validate(stamp)) continue;
                return seen;
            } finally {
                if (StampedLock.isReadLockStamp(stamp)) LOCK.unlockRead(stamp);
            }
        }
    }
}
