// One thread releases an element, the other writes it plainly.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import lib.Both;

class VarHandleElementsRace {
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] ints = new int[4];

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> INTS.setRelease(ints, 1, 1), () -> ints[1] = 2);
        System.out.println(ints[1]);
    }
}
