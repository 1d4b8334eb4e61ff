// A list that is copied.

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import lib.Both;

class CopyOnWriteOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        List<CopyOnWriteOk> list = new CopyOnWriteArrayList<>();
        Both.run(() -> {
            CopyOnWriteOk it = new CopyOnWriteOk();
            it.value = 3;
            list.add(it);
        }, () -> {
            for (CopyOnWriteOk it : list) System.out.println(it.value);
        });
    }
}
