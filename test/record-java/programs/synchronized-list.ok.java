// A list that is synchronized hands over what is in it.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class SynchronizedListOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        List<SynchronizedListOk> list = Collections.synchronizedList(new ArrayList<>());
        Both.run(() -> {
            SynchronizedListOk it = new SynchronizedListOk();
            it.value = 3;
            list.add(it);
        }, () -> {
            while (list.isEmpty()) Thread.onSpinWait();
            list.get(0).value++;
        });
    }
}
