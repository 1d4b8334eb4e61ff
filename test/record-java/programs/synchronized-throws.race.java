// What is done after an exception has ended a synchronized method.

import lib.Both;

class SynchronizedThrowsRace {
    int count;

    synchronized void fail() {
        throw new IllegalStateException("always");
    }

    public static void main(String[] arguments) throws Exception {
        SynchronizedThrowsRace it = new SynchronizedThrowsRace();
        Both.Work work = () -> {
            try {
                it.fail();
            } catch (IllegalStateException e) {
                it.count++;
            }
        };
        Both.run(work, work);
    }
}
