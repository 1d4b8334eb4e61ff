// A release is not ordered after what others do later.

import java.util.concurrent.Semaphore;
import lib.Both;

class SemaphoreReleaseRace {
    int count;

    public static void main(String[] arguments) throws Exception {
        SemaphoreReleaseRace it = new SemaphoreReleaseRace();
        Semaphore semaphore = new Semaphore(0);
        Both.run(() -> {
            semaphore.release();
            it.count++;
        }, () -> {
            semaphore.acquire();
            it.count++;
        });
    }
}
