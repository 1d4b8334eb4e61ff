// A map in the order of insertion does not.

import java.util.LinkedHashMap;
import java.util.Map;
import lib.Both;

class AccessOrderOk {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        Both.run(() -> System.out.println(map.get("a")), () -> System.out.println(map.get("b")));
    }
}
