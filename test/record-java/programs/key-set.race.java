// A walk through the keys of a map, and one who puts.

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import lib.Both;

class KeySetRace {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        Set<String> keys = map.keySet();
        Both.run(() -> map.put("it", 1), () -> keys.contains("other"));
    }
}
