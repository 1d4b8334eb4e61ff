// Two who only look.

import java.util.BitSet;
import lib.Both;

class BitSetOk {
    public static void main(String[] arguments) throws Exception {
        BitSet bits = new BitSet(64);
        bits.set(1);
        Both.run(() -> System.out.println(bits.get(1)), () -> System.out.println(bits.cardinality() + bits.nextClearBit(0)));
    }
}
