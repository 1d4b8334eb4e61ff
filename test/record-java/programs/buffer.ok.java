// Two halves of a buffer, and a duplicate for each.

import java.nio.ByteBuffer;
import lib.Both;

class BufferOk {
    public static void main(String[] arguments) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(16);
        ByteBuffer one = buffer.duplicate();
        ByteBuffer two = buffer.slice(8, 8);
        Both.run(() -> one.putInt(1).putInt(2).flip(), () -> two.putLong(3).flip());
    }
}
