// A list that is synchronized, and a walk under its lock.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class SynchronizedListBlockOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        List<SynchronizedListBlockOk> list = Collections.synchronizedList(new ArrayList<>());
        Both.run(() -> {
            SynchronizedListBlockOk it = new SynchronizedListBlockOk();
            it.value = 3;
            list.add(it);
        }, () -> {
            synchronized (list) {
                for (SynchronizedListBlockOk it : list) System.out.println(it.value);
            }
        });
    }
}
