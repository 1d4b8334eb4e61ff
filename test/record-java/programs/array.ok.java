// Neighbours in arrays of bytes, longs and references.

import lib.Both;

class ArrayOk {
    public static void main(String[] arguments) throws Exception {
        byte[] bytes = new byte[2];
        long[] longs = new long[2];
        String[] words = new String[2];
        Both.run(() -> {
            bytes[0]++;
            longs[0]++;
            words[0] = "a";
        }, () -> {
            bytes[1]++;
            longs[1]++;
            words[1] = "b";
        });
    }
}
