// An AtomicInteger counts.

import java.util.concurrent.atomic.AtomicInteger;
import lib.Both;

class AtomicCounterOk {
    public static void main(String[] arguments) throws Exception {
        AtomicInteger count = new AtomicInteger();
        Both.run(count::incrementAndGet, count::incrementAndGet);
        System.out.println(count.get());
    }
}
