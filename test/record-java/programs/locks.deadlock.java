// Two ReentrantLocks in two orders; the program is ended when both wait.

import java.util.concurrent.locks.ReentrantLock;
import lib.Both;
import lib.Steps;

class LocksDeadlock {
    public static void main(String[] arguments) throws Exception {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread one = Both.thread("one", () -> {
            left.lock();
            Steps.reached("left");
            Steps.after("right");
            right.lock();
        });
        Thread two = Both.thread("two", () -> {
            right.lock();
            Steps.reached("right");
            Steps.after("left");
            left.lock();
        });
        one.start();
        two.start();
        while (!left.hasQueuedThread(two) || !right.hasQueuedThread(one)) Thread.sleep(1);
        System.exit(0);
    }
}
