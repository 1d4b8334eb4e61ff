// Release and acquire.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import lib.Both;

class VarHandleReleaseOk {
    int state;
    int value;

    public static void main(String[] arguments) throws Exception {
        VarHandle handle = MethodHandles.lookup().findVarHandle(VarHandleReleaseOk.class, "state", int.class);
        VarHandleReleaseOk it = new VarHandleReleaseOk();
        Both.run(() -> {
            it.value = 1;
            handle.setRelease(it, 1);
        }, () -> {
            while ((int) handle.getAcquire(it) == 0) Thread.onSpinWait();
            System.out.println(it.value);
        });
    }
}
