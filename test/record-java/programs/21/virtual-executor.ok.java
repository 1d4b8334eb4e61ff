// An executor that is closed has awaited its threads.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class VirtualExecutorOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        VirtualExecutorOk it = new VirtualExecutorOk();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                pool.submit(() -> {
                    Thread.sleep(1);
                    synchronized (it) {
                        return it.value++;
                    }
                });
            }
        }
        System.out.println(it.value);
    }
}
