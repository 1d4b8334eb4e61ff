// The locks of two classes, by their static methods; the program is ended when both wait.

import lib.Both;
import lib.Steps;

class SynchronizedStaticDeadlock {
    static class Left {
        static synchronized void first() {
            Steps.reached("left");
            Steps.after("right");
            Right.second();
        }

        static synchronized void second() {}
    }

    static class Right {
        static synchronized void first() {
            Steps.reached("right");
            Steps.after("left");
            Left.second();
        }

        static synchronized void second() {}
    }

    public static void main(String[] arguments) throws Exception {
        Thread one = Both.thread("one", Left::first);
        Thread two = Both.thread("two", Right::first);
        one.start();
        two.start();
        while (one.getState() != Thread.State.BLOCKED || two.getState() != Thread.State.BLOCKED) Thread.sleep(1);
        System.exit(0);
    }
}
