// Opaque access orders nothing else.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import lib.Both;

class VarHandleOpaqueRace {
    int state;
    int value;

    public static void main(String[] arguments) throws Exception {
        VarHandle handle = MethodHandles.lookup().findVarHandle(VarHandleOpaqueRace.class, "state", int.class);
        VarHandleOpaqueRace it = new VarHandleOpaqueRace();
        Both.run(() -> {
            it.value = 1;
            handle.setOpaque(it, 1);
        }, () -> {
            while ((int) handle.getOpaque(it) == 0) Thread.onSpinWait();
            System.out.println(it.value);
        });
    }
}
