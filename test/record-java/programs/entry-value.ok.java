// What an entry of a concurrent map is given by its setValue.

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import lib.Both;

class EntryValueOk {
    static int made;
    int value;

    public static void main(String[] arguments) throws Exception {
        Map<String, EntryValueOk> map = new ConcurrentHashMap<>();
        map.put("it", new EntryValueOk());
        Both.run(() -> {
            for (Map.Entry<String, EntryValueOk> entry : map.entrySet()) {
                EntryValueOk it = new EntryValueOk();
                it.value = 3;
                made = 1;
                entry.setValue(it);
            }
        }, () -> {
            while (map.get("it").value == 0) Thread.onSpinWait();
            System.out.println(made++);
        });
    }
}
