/** A block cipher (XTEA) over an array of bytes, forth and back, half the blocks each. */
final class Cipher {
    private static final int[] KEY = {0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321};

    public static void main(String[] arguments) throws Exception {
        byte[] text = new byte[Integer.parseInt(arguments[0]) * 16];
        for (int i = 0; i < text.length; i++) text[i] = (byte) (i * 31);
        byte[] secret = new byte[text.length];
        byte[] again = new byte[text.length];
        Pair.run(half -> {
            int from = half * text.length / 2;
            int to = from + text.length / 2;
            for (int at = from; at < to; at += 8) encipher(text, secret, at);
            for (int at = from; at < to; at += 8) decipher(secret, again, at);
        });
        System.out.println(java.util.Arrays.equals(text, again));
    }

    private static void encipher(byte[] from, byte[] to, int at) {
        int v = word(from, at);
        int w = word(from, at + 4);
        int sum = 0;
        for (int round = 0; round < 32; round++) {
            v += (w << 4 ^ w >>> 5) + w ^ sum + KEY[sum & 3];
            sum += 0x9e3779b9;
            w += (v << 4 ^ v >>> 5) + v ^ sum + KEY[sum >>> 11 & 3];
        }
        store(to, at, v);
        store(to, at + 4, w);
    }

    private static void decipher(byte[] from, byte[] to, int at) {
        int v = word(from, at);
        int w = word(from, at + 4);
        int sum = 0x9e3779b9 * 32;
        for (int round = 0; round < 32; round++) {
            w -= (v << 4 ^ v >>> 5) + v ^ sum + KEY[sum >>> 11 & 3];
            sum -= 0x9e3779b9;
            v -= (w << 4 ^ w >>> 5) + w ^ sum + KEY[sum & 3];
        }
        store(to, at, v);
        store(to, at + 4, w);
    }

    private static int word(byte[] bytes, int at) {
        return bytes[at] & 255 | (bytes[at + 1] & 255) << 8 | (bytes[at + 2] & 255) << 16 | (bytes[at + 3] & 255) << 24;
    }

    private static void store(byte[] bytes, int at, int word) {
        for (int i = 0; i < 4; i++) bytes[at + i] = (byte) (word >>> 8 * i);
    }
}
