// A lock that was taken one after the other hides a race.

import lib.Both;
import lib.Steps;

class LockOrderHidesPredicted {
    int value;

    public static void main(String[] arguments) throws Exception {
        LockOrderHidesPredicted it = new LockOrderHidesPredicted();
        Object lock = new Object();
        Both.run(() -> {
            it.value = 1;
            synchronized (lock) {
                lock.hashCode();
            }
            Steps.reached("first");
        }, () -> {
            Steps.after("first");
            synchronized (lock) {
                lock.hashCode();
            }
            it.value = 2;
        });
    }
}
