// A lambda that fails within a synchronized collection leaves its lock.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;
import lib.Both;

class SynchronizedThrowsInsideOk {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        work(Collections.synchronizedList(new ArrayList<>()));
        work(new Vector<>());
    }

    private static void work(List<String> list) throws Exception {
        list.add("it");
        Both.run(() -> fail(list), () -> fail(list));
    }

    private static void fail(List<String> list) {
        try {
            list.forEach(it -> {
                shared++;
                throw new IllegalStateException(it);
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        synchronized (list) {
            shared++;
        }
    }
}
