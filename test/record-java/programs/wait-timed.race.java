// A wait that has run out orders nothing that was not done under the lock.

import lib.Both;
import lib.Steps;

class WaitTimedRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        WaitTimedRace it = new WaitTimedRace();
        Object lock = new Object();
        Both.run(() -> {
            synchronized (lock) {
                lock.wait(1);
            }
            it.value++;
            Steps.reached("over");
        }, () -> {
            Steps.after("over");
            it.value++;
        });
    }
}
