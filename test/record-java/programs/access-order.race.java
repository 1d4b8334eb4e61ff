// A map in the order of access changes when it is asked.

import java.util.LinkedHashMap;
import java.util.Map;
import lib.Both;

class AccessOrderRace {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new LinkedHashMap<>(4, 1, true);
        map.put("a", 1);
        map.put("b", 2);
        Both.run(() -> System.out.println(map.get("a")), () -> System.out.println(map.get("b")));
    }
}
