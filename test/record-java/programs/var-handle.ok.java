// A VarHandle and the volatile field itself.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import lib.Both;

class VarHandleOk {
    volatile int state;
    int value;

    public static void main(String[] arguments) throws Exception {
        VarHandle handle = MethodHandles.lookup().findVarHandle(VarHandleOk.class, "state", int.class);
        VarHandleOk it = new VarHandleOk();
        Both.run(() -> {
            it.value = 1;
            handle.setVolatile(it, 1);
        }, () -> {
            while (it.state == 0) Thread.onSpinWait();
            System.out.println(it.value);
        });
    }
}
