// Two that fill halves of one array.

import java.util.Arrays;
import lib.Both;

class ArrayFillOk {
    public static void main(String[] arguments) throws Exception {
        short[] array = new short[8];
        Both.run(() -> Arrays.fill(array, 0, 4, (short) 1), () -> Arrays.fill(array, 4, 8, (short) 2));
    }
}
