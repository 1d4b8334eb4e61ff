// Two locks in two orders; the program is ended when both wait.

import lib.Both;
import lib.Steps;

class MonitorsDeadlock {
    public static void main(String[] arguments) throws Exception {
        Object left = new Object();
        Object right = new Object();
        Thread one = Both.thread("one", () -> {
            synchronized (left) {
                Steps.reached("left");
                Steps.after("right");
                synchronized (right) {
                    right.hashCode();
                }
            }
        });
        Thread two = Both.thread("two", () -> {
            synchronized (right) {
                Steps.reached("right");
                Steps.after("left");
                synchronized (left) {
                    left.hashCode();
                }
            }
        });
        one.start();
        two.start();
        while (one.getState() != Thread.State.BLOCKED || two.getState() != Thread.State.BLOCKED) Thread.sleep(1);
        System.exit(0);
    }
}
