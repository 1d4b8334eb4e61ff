// Reads after an optimistic read that nobody has validated.

import java.util.concurrent.locks.StampedLock;
import lib.Both;

class StampedForgottenRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        StampedForgottenRace it = new StampedForgottenRace();
        StampedLock lock = new StampedLock();
        Both.run(() -> it.value = 3, () -> {
            long stamp = lock.tryOptimisticRead();
            System.out.println(it.value >= 0 && stamp != 0);
        });
    }
}
