// What is written after the flag.

import lib.Both;

class VolatileLateRace {
    volatile boolean ready;
    int value;

    public static void main(String[] arguments) throws Exception {
        VolatileLateRace it = new VolatileLateRace();
        Both.run(() -> {
            it.ready = true;
            it.value = 1;
        }, () -> {
            while (!it.ready) Thread.onSpinWait();
            System.out.println(it.value >= 0);
        });
    }
}
