// What a map refers to is not atomic.

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import lib.Both;

class ConcurrentMapRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        ConcurrentMap<String, ConcurrentMapRace> map = new ConcurrentHashMap<>();
        map.put("it", new ConcurrentMapRace());
        Both.run(() -> map.get("it").value++, () -> map.get("it").value++);
    }
}
