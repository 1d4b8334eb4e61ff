// Two bits of one word.

import java.util.BitSet;
import lib.Both;

class BitSetRace {
    public static void main(String[] arguments) throws Exception {
        BitSet bits = new BitSet(64);
        Both.run(() -> bits.set(1), () -> bits.set(2));
    }
}
