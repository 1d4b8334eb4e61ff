// Two tasks of one pool.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class ExecutorRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        ExecutorRace it = new ExecutorRace();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> it.value++);
        pool.submit(() -> it.value++);
        pool.shutdown();
    }
}
