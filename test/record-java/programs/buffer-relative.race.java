// Two who read on.

import java.nio.CharBuffer;
import lib.Both;

class BufferRelativeRace {
    public static void main(String[] arguments) throws Exception {
        CharBuffer buffer = CharBuffer.wrap("text".toCharArray());
        Both.run(() -> System.out.println(buffer.get()), () -> System.out.println(buffer.get()));
    }
}
