// One writes an int of a buffer, and one reads a byte of it.

import java.nio.ByteBuffer;
import lib.Both;

class BufferIntRace {
    public static void main(String[] arguments) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        Both.run(() -> buffer.putInt(0, 7), () -> System.out.println(buffer.get(3)));
    }
}
