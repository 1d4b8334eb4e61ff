// What a map hands over.

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import lib.Both;

class ConcurrentMapOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ConcurrentMap<String, ConcurrentMapOk> map = new ConcurrentHashMap<>();
        Both.run(() -> {
            ConcurrentMapOk it = new ConcurrentMapOk();
            it.value = 3;
            map.put("it", it);
        }, () -> {
            ConcurrentMapOk it;
            while ((it = map.get("it")) == null) Thread.onSpinWait();
            it.value++;
        });
    }
}
