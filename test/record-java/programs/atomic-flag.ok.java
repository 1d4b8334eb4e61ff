// An AtomicBoolean as a flag.

import java.util.concurrent.atomic.AtomicBoolean;
import lib.Both;

class AtomicFlagOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        AtomicFlagOk it = new AtomicFlagOk();
        AtomicBoolean ready = new AtomicBoolean();
        Both.run(() -> {
            it.value = 1;
            ready.set(true);
        }, () -> {
            while (!ready.get()) Thread.onSpinWait();
            System.out.println(it.value);
        });
    }
}
