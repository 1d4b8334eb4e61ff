// A lambda that fails gives its key up, too.

import java.util.concurrent.ConcurrentHashMap;
import lib.Both;

class MapComputeThrowsOk {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("it", 1);
        Both.run(() -> work(map), () -> work(map));
    }

    private static void work(ConcurrentHashMap<String, Integer> map) {
        try {
            map.compute("it", (key, old) -> {
                shared++;
                throw new IllegalStateException("no");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
