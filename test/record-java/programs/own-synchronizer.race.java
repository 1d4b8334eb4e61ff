// A synchronizer of the program's own that lets everybody in.

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import lib.Both;

class OwnSynchronizerRace {
    private static final class Open extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(int one) {
            return true;
        }

        @Override
        protected boolean tryRelease(int one) {
            return false;
        }
    }

    static int counter;

    public static void main(String[] arguments) throws Exception {
        Open open = new Open();
        Both.run(() -> {
            open.acquire(1);
            counter++;
        }, () -> {
            open.acquire(1);
            counter++;
            open.release(1);
        });
    }
}
