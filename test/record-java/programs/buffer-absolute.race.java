// One writes a byte of a buffer, and one reads it.

import java.nio.ByteBuffer;
import lib.Both;

class BufferAbsoluteRace {
    public static void main(String[] arguments) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        Both.run(() -> buffer.put(3, (byte) 1), () -> System.out.println(buffer.get(3)));
    }
}
