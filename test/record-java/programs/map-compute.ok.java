// What lambdas of one key do is done by one after the other.

import java.util.concurrent.ConcurrentHashMap;
import lib.Both;

class MapComputeOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ConcurrentHashMap<String, MapComputeOk> map = new ConcurrentHashMap<>();
        Both.run(() -> work(map), () -> work(map));
        System.out.println(map.get("it").value);
    }

    private static void work(ConcurrentHashMap<String, MapComputeOk> map) {
        for (int i = 0; i < 3; i++) {
            map.compute("it", (key, old) -> {
                MapComputeOk now = old == null ? new MapComputeOk() : old;
                now.value++;
                return now;
            });
            map.computeIfPresent("it", (key, old) -> {
                old.value++;
                return old;
            });
            map.computeIfAbsent("other", key -> {
                MapComputeOk other = new MapComputeOk();
                other.value = 5;
                return other;
            });
            map.merge("it", new MapComputeOk(), (old, one) -> {
                old.value += one.value;
                return old;
            });
        }
    }
}
