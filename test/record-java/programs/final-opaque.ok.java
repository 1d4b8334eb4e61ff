// An object that goes to another thread by a way that orders nothing: its final fields, and the collections that they refer to, are as the constructor left them.

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import lib.Both;
import lib.Steps;

class FinalOpaqueOk {
    final int value;
    final int[] values = new int[2];
    final List<String> list = new ArrayList<>();
    final Set<String> set = new HashSet<>();
    final Map<String, String> view;

    FinalOpaqueOk(int value) {
        this.value = value;
        values[1] = value;
        list.add("it");
        set.add("it");
        Map<String, String> map = new HashMap<>();
        map.put("it", "is");
        view = Collections.unmodifiableMap(map);
    }

    public static void main(String[] arguments) throws Exception {
        AtomicReference<FinalOpaqueOk> shared = new AtomicReference<>();
        Both.run(() -> {
            shared.setOpaque(new FinalOpaqueOk(3));
            Steps.reached("set");
        }, () -> {
            Steps.after("set");
            FinalOpaqueOk it = shared.getOpaque();
            System.out.println(it.value + it.values[1] + it.list.get(0) + it.set.contains("it") + it.view.get("it"));
        });
    }
}
