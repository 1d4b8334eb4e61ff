// A HashMap of two threads.

import java.util.HashMap;
import java.util.Map;
import lib.Both;

class HashMapRace {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        Both.run(() -> map.put("a", 1), () -> map.put("b", 2));
    }
}
