// A set that a concurrent map backs, and views that cannot be changed: what goes in by one comes out by the other.

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import lib.Both;

class ConcurrentViewsOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        Set<ConcurrentViewsOk> set = Collections.newSetFromMap(new ConcurrentHashMap<>());
        through(set, () -> first(set));
        Set<ConcurrentViewsOk> keys = ConcurrentHashMap.newKeySet();
        through(keys, () -> first(Collections.unmodifiableSet(keys)));
        Collection<ConcurrentViewsOk> queue = new ConcurrentLinkedQueue<>();
        through(queue, () -> first(Collections.unmodifiableCollection(queue)));
        List<ConcurrentViewsOk> list = new CopyOnWriteArrayList<>();
        through(Collections.checkedList(list, ConcurrentViewsOk.class), () -> list.isEmpty() ? null : Collections.unmodifiableList(list).get(0));
        ConcurrentMap<String, ConcurrentViewsOk> map = new ConcurrentHashMap<>();
        Map<String, ConcurrentViewsOk> view = Collections.unmodifiableMap(map);
        Both.run(() -> map.put("it", made()), () -> use(() -> view.get("it")));
        Both.run(() -> Collections.checkedMap(map, String.class, ConcurrentViewsOk.class).put("other", made()), () -> use(() -> map.get("other")));
    }

    private static void through(Collection<ConcurrentViewsOk> in, Supplier<ConcurrentViewsOk> out) throws Exception {
        Both.run(() -> in.add(made()), () -> use(out));
    }

    private static ConcurrentViewsOk made() {
        ConcurrentViewsOk it = new ConcurrentViewsOk();
        it.value = 3;
        return it;
    }

    private static void use(Supplier<ConcurrentViewsOk> from) {
        ConcurrentViewsOk it;
        while ((it = from.get()) == null) Thread.onSpinWait();
        it.value++;
    }

    private static ConcurrentViewsOk first(Collection<ConcurrentViewsOk> all) {
        for (ConcurrentViewsOk it : all) return it;
        return null;
    }
}
