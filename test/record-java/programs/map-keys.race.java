// Who has put one key is not ordered before who gets another.

import java.util.concurrent.ConcurrentHashMap;
import lib.Both;
import lib.Steps;

class MapKeysRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("two", 2);
        Both.run(() -> {
            shared++;
            map.put("one", 1);
            Steps.reached("put");
        }, () -> {
            Steps.after("put");
            System.out.println(map.get("two"));
            shared++;
        });
    }
}
