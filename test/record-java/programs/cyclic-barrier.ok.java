// Rounds, with an action between them.

import java.util.concurrent.CyclicBarrier;
import lib.Both;

class CyclicBarrierOk {
    int sum;

    public static void main(String[] arguments) throws Exception {
        CyclicBarrierOk it = new CyclicBarrierOk();
        int[] parts = new int[2];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> it.sum += parts[0] + parts[1]);
        Both.run(() -> {
            for (int i = 0; i < 3; i++) {
                parts[0] = i;
                barrier.await();
                System.out.println(it.sum >= 0);
                barrier.await();
            }
        }, () -> {
            for (int i = 0; i < 3; i++) {
                parts[1] = i;
                barrier.await();
                System.out.println(it.sum >= 0);
                barrier.await();
            }
        });
    }
}
