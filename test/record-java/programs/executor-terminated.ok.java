// After awaitTermination all tasks are over.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class ExecutorTerminatedOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ExecutorTerminatedOk it = new ExecutorTerminatedOk();
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.execute(() -> it.value++);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) Thread.onSpinWait();
        it.value++;
    }
}
