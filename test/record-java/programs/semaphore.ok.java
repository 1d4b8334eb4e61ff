// A semaphore with one permit.

import java.util.concurrent.Semaphore;
import lib.Both;

class SemaphoreOk {
    int count;

    public static void main(String[] arguments) throws Exception {
        SemaphoreOk it = new SemaphoreOk();
        Semaphore semaphore = new Semaphore(1);
        Both.Work work = () -> {
            semaphore.acquire();
            it.count++;
            semaphore.release();
        };
        Both.run(work, work);
    }
}
