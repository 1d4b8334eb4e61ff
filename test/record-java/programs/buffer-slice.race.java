// Two slices that overlap.

import java.nio.ByteBuffer;
import lib.Both;

class BufferSliceRace {
    public static void main(String[] arguments) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        ByteBuffer slice = buffer.slice(2, 4);
        Both.run(() -> buffer.put(3, (byte) 1), () -> System.out.println(slice.getShort()));
    }
}
