// Two put.

import java.util.IdentityHashMap;
import java.util.Map;
import lib.Both;

class IdentityMapRace {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new IdentityHashMap<>();
        Both.run(() -> map.put("a", 1), () -> map.put("b", 1));
    }
}
