// A flag that is volatile.

import lib.Both;

class VolatileFlagOk {
    volatile boolean ready;
    int value;

    public static void main(String[] arguments) throws Exception {
        VolatileFlagOk it = new VolatileFlagOk();
        Both.run(() -> {
            it.value = 1;
            it.ready = true;
        }, () -> {
            while (!it.ready) Thread.onSpinWait();
            System.out.println(it.value);
        });
    }
}
