// Each has a lock of its own.

import lib.Both;

class TwoLocksRace {
    int count;

    public static void main(String[] arguments) throws Exception {
        TwoLocksRace it = new TwoLocksRace();
        Object left = new Object();
        Object right = new Object();
        Both.run(() -> {
            synchronized (left) {
                it.count++;
            }
        }, () -> {
            synchronized (right) {
                it.count++;
            }
        });
    }
}
