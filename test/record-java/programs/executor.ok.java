// Before submit, and after get.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class ExecutorOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ExecutorOk it = new ExecutorOk();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        it.value = 1;
        Future<?> future = pool.submit(() -> it.value++);
        future.get();
        it.value++;
        pool.shutdown();
    }
}
