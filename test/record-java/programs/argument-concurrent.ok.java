// Collections that are made of concurrent ones: what these hand over was made before.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import lib.Both;

class ArgumentConcurrentOk {
    int value;

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    public static void main(String[] arguments) throws Exception {
        ConcurrentHashMap<String, ArgumentConcurrentOk> map = new ConcurrentHashMap<>();
        Queue<ArgumentConcurrentOk> queue = new ConcurrentLinkedQueue<>();
        CopyOnWriteArrayList<ArgumentConcurrentOk> list = new CopyOnWriteArrayList<>();
        LinkedBlockingQueue<ArgumentConcurrentOk> drained = new LinkedBlockingQueue<>();
        List<ArgumentConcurrentOk> locked = Collections.synchronizedList(new ArrayList<>());
        Both.run(() -> {
            for (int i = 0; i < 50; i++) {
                map.put("it" + i, made(i));
                queue.addAll(Arrays.asList(made(i)));
                list.add(made(i));
                drained.add(made(i));
                locked.add(made(i));
            }
        }, () -> {
            int sum = 0;
            for (int i = 0; i < 50; i++) {
                for (ArgumentConcurrentOk it : new ArrayList<>(map.values())) sum += it.value;
                List<ArgumentConcurrentOk> all = new ArrayList<>();
                all.addAll(queue);
                drained.drainTo(all);
                all.addAll(locked);
                for (ArgumentConcurrentOk it : all) sum += it.value;
                for (ArgumentConcurrentOk it : List.copyOf(list)) sum += it.value;
                sum += String.valueOf(list).length();
            }
            System.out.println(sum >= 0);
        });
    }

    private static ArgumentConcurrentOk made(int value) {
        ArgumentConcurrentOk it = new ArgumentConcurrentOk();
        it.value = value;
        return it;
    }
}
