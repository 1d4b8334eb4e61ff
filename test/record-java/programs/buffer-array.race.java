// One fills an array, and one reads the buffer that wraps it.

import java.nio.ByteBuffer;
import lib.Both;

class BufferArrayRace {
    public static void main(String[] arguments) throws Exception {
        byte[] bytes = new byte[8];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Both.run(() -> bytes[2] = 1, () -> System.out.println(buffer.get(2)));
    }
}
