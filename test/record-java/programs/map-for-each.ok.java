// What a map hands to lambdas of forEach and replaceAll, to its views and to their iterators.

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentMap;
import lib.Both;

class MapForEachOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        work(new ConcurrentHashMap<>());
        work(new ConcurrentSkipListMap<>());
    }

    private static void work(ConcurrentMap<String, MapForEachOk> map) throws Exception {
        Both.run(() -> {
            for (int i = 0; i < 300; i++) {
                MapForEachOk it = new MapForEachOk();
                it.value = i;
                map.put("it" + i % 7, it);
            }
        }, () -> {
            int[] sum = new int[1];
            for (int i = 0; i < 300; i++) {
                map.forEach((key, it) -> sum[0] += it.value);
                map.values().forEach(it -> sum[0] += it.value);
                for (MapForEachOk it : map.values()) sum[0] += it.value;
                for (Map.Entry<String, MapForEachOk> entry : map.entrySet()) sum[0] += entry.getValue().value;
                map.values().removeIf(it -> it.value == 3);
                sum[0] += map.values().stream().mapToInt(it -> it.value).sum();
                map.replaceAll((key, it) -> it.value < 0 ? null : it);
                if (map instanceof ConcurrentHashMap<String, MapForEachOk> hash) {
                    sum[0] += hash.reduceValuesToInt(Long.MAX_VALUE, it -> it.value, 0, Integer::sum);
                    hash.forEachValue(1, it -> sum(it.value));
                }
            }
            System.out.println(sum[0] >= 0);
        });
    }

    private static void sum(int value) {
        if (value < 0) System.out.println(value);
    }
}
