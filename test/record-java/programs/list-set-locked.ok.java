// What was set under a lock comes out under it.

import java.util.ArrayList;
import java.util.List;
import lib.Both;

class ListSetLockedOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        List<ListSetLockedOk> list = new ArrayList<>();
        list.add(null);
        Both.run(() -> {
            ListSetLockedOk it = new ListSetLockedOk();
            synchronized (arguments) {
                it.value = 3;
            }
            it.value++;
            synchronized (list) {
                list.set(0, it);
            }
        }, () -> {
            ListSetLockedOk it;
            synchronized (list) {
                it = list.get(0);
            }
            if (it != null) it.value++;
            synchronized (list) {
                for (ListSetLockedOk other : list) if (other != null) other.value++;
            }
        });
    }
}
