// A list that is synchronized, its part, and a view of it that cannot be changed: they have one lock.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class ViewLockOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        List<ViewLockOk> list = Collections.synchronizedList(new ArrayList<>(List.of(new ViewLockOk(), new ViewLockOk())));
        List<ViewLockOk> part = list.subList(0, 1);
        List<ViewLockOk> view = Collections.unmodifiableList(list);
        Both.run(() -> {
            for (int i = 0; i < 20; i++) part.forEach(it -> it.value++);
            synchronized (list) {
                for (ViewLockOk it : view) it.value++;
            }
        }, () -> {
            for (int i = 0; i < 20; i++) list.forEach(it -> it.value++);
            view.forEach(it -> System.out.println(it.value));
        });
    }
}
