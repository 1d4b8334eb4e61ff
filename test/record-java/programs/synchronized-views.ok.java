// Lambdas that a synchronized collection calls have its lock.

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import lib.Both;

class SynchronizedViewsOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        Map<String, SynchronizedViewsOk> map = Collections.synchronizedMap(new HashMap<>());
        Map<String, SynchronizedViewsOk> table = new Hashtable<>();
        List<SynchronizedViewsOk> list = Collections.synchronizedList(new ArrayList<>());
        List<SynchronizedViewsOk> vector = new Vector<>();
        list.add(new SynchronizedViewsOk());
        vector.add(new SynchronizedViewsOk());
        Both.run(() -> work(map, table, list, vector), () -> work(map, table, list, vector));
    }

    private static void work(Map<String, SynchronizedViewsOk> map, Map<String, SynchronizedViewsOk> table, List<SynchronizedViewsOk> list,
            List<SynchronizedViewsOk> vector) {
        for (int i = 0; i < 20; i++) {
            map.compute("it", (key, old) -> raised(old));
            map.forEach((key, it) -> it.value++);
            map.values().forEach(it -> it.value++);
            table.merge("it", new SynchronizedViewsOk(), (old, one) -> raised(old));
            table.forEach((key, it) -> it.value++);
            list.forEach(it -> it.value++);
            list.removeIf(it -> it.value++ < 0);
            list.replaceAll(SynchronizedViewsOk::raised);
            vector.forEach(it -> it.value++);
            vector.removeIf(it -> it.value++ < 0);
        }
    }

    private static SynchronizedViewsOk raised(SynchronizedViewsOk old) {
        if (old == null) return new SynchronizedViewsOk();
        old.value++;
        return old;
    }
}
