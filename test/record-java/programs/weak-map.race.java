// Two put.

import java.util.Map;
import java.util.WeakHashMap;
import lib.Both;

class WeakMapRace {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new WeakHashMap<>();
        Both.run(() -> map.put("a", 1), () -> map.put("b", 1));
    }
}
