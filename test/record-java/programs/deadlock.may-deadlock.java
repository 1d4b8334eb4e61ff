// Two locks in two orders, one after the other in this run.

import lib.Both;
import lib.Steps;

class DeadlockMayDeadlock {
    public static void main(String[] arguments) throws Exception {
        Object left = new Object();
        Object right = new Object();
        Both.run(() -> {
            synchronized (left) {
                synchronized (right) {
                    right.hashCode();
                }
            }
            Steps.reached("first");
        }, () -> {
            Steps.after("first");
            synchronized (right) {
                synchronized (left) {
                    left.hashCode();
                }
            }
        });
    }
}
