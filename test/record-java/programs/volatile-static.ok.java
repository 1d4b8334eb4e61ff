// A static flag that is volatile.

import lib.Both;

class VolatileStaticOk {
    static volatile boolean ready;
    static int value;

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> {
            value = 1;
            ready = true;
        }, () -> {
            while (!ready) Thread.onSpinWait();
            System.out.println(value);
        });
    }
}
