// Elements beside each other, each handed over by its own release: what is stored in one is not stored in its neighbour.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import lib.Both;

class VarHandleElementsOk {
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);
    static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.nativeOrder());
    static final int[] ints = new int[4];
    static final byte[] bytes = new byte[4];
    static final byte[] words = new byte[16];

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> publish(1), () -> publish(2));
        System.out.println(ints[1] + ints[2] + bytes[1] + bytes[2]);
    }

    /** Plain accesses of the one thread lie right beside those of the other. */
    static void publish(int at) {
        for (int i = 1; i <= 10; i++) {
            INTS.setRelease(ints, at, i);
            BYTES.setRelease(bytes, at, (byte) i);
            WORDS.set(words, 4 * at, i);
            bytes[at == 1 ? 0 : 3]++;
            ints[at == 1 ? 0 : 3]++;
        }
    }
}
