// What a ConcurrentSkipListMap hands to a lambda was made before.

import java.util.concurrent.ConcurrentSkipListMap;
import lib.Both;

class SkipListComputeOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ConcurrentSkipListMap<String, SkipListComputeOk> map = new ConcurrentSkipListMap<>();
        Both.run(() -> work(map), () -> work(map));
    }

    private static void work(ConcurrentSkipListMap<String, SkipListComputeOk> map) {
        for (int i = 0; i < 100; i++) {
            map.compute("it", (key, old) -> made(old));
            map.merge("it", made(null), (old, one) -> made(old));
            map.computeIfPresent("it", (key, old) -> made(old));
            map.computeIfAbsent("it" + i, key -> made(null));
        }
    }

    private static SkipListComputeOk made(SkipListComputeOk old) {
        SkipListComputeOk now = new SkipListComputeOk();
        now.value = old == null ? 1 : old.value + 1;
        return now;
    }
}
