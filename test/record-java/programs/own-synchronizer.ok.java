// Synchronizers of the program's own: a mutex and a latch that are made of AbstractQueuedSynchronizer.

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import lib.Both;

class OwnSynchronizerOk {
    private static final class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(int one) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int one) {
            setState(0);
            return true;
        }
    }

    private static final class Latch extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() == 1 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    static int counter;
    static int other;

    public static void main(String[] arguments) throws Exception {
        Mutex mutex = new Mutex();
        Latch latch = new Latch();
        Both.run(() -> {
            count(mutex);
            other = 3;
            latch.releaseShared(1);
        }, () -> {
            count(mutex);
            latch.acquireSharedInterruptibly(1);
            other++;
        });
        System.out.println(counter + other);
    }

    private static void count(Mutex mutex) {
        for (int i = 0; i < 50; i++) {
            if (!mutex.tryAcquire(1)) mutex.acquire(1);
            counter++;
            mutex.release(1);
        }
    }
}
