// A HashMap under a lock.

import java.util.HashMap;
import java.util.Map;
import lib.Both;

class HashMapOk {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        Both.run(() -> {
            synchronized (map) {
                map.put("a", 1);
            }
        }, () -> {
            synchronized (map) {
                System.out.println(map.size() >= 0);
            }
        });
    }
}
