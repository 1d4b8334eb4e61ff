// The heap is full but for a little, which is enough for what the program does.

import java.util.ArrayList;
import java.util.List;

public class Memory {
    static int value;
    static final List<byte[]> kept = new ArrayList<>(10_000);

    static void work() {
        for (int i = 0; i < 50_000; i++) value++;
    }

    public static void main(String[] arguments) throws Exception {
        Thread one = new Thread(Memory::work);
        Thread two = new Thread(Memory::work);
        // What there is must be large enough for a while of the program, and is too small for a large buffer.
        try {
            while (true) kept.add(new byte[100_000]);
        } catch (OutOfMemoryError e) {
            kept.subList(0, 2).replaceAll(bytes -> null);
        }
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("done");
    }
}
