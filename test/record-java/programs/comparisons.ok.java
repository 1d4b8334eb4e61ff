// Keys and elements that concurrent collections compare were made before they were put in.

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import lib.Both;

class ComparisonsOk implements Delayed {
    int value;

    ComparisonsOk(int value) {
        this.value = value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ComparisonsOk it && it.value == value;
    }

    @Override
    public int hashCode() {
        return value % 3;
    }

    @Override
    public String toString() {
        return "it" + value;
    }

    @Override
    public int compareTo(Delayed other) {
        return Integer.compare(value, ((ComparisonsOk) other).value);
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return -value;
    }

    public static void main(String[] arguments) throws Exception {
        List<ConcurrentMap<ComparisonsOk, Integer>> maps = List.of(new ConcurrentHashMap<>(), new ConcurrentSkipListMap<>());
        List<Collection<ComparisonsOk>> collections = new ArrayList<>();
        collections.add(new CopyOnWriteArrayList<>());
        collections.add(new ConcurrentLinkedQueue<>());
        collections.add(new LinkedBlockingQueue<>());
        collections.add(new PriorityBlockingQueue<>());
        collections.add(new DelayQueue<>());
        Both.run(() -> work(maps, collections), () -> work(maps, collections));
    }

    private static void work(List<ConcurrentMap<ComparisonsOk, Integer>> maps, List<Collection<ComparisonsOk>> collections) {
        int sum = 0;
        for (int i = 0; i < 6; i++) {
            for (ConcurrentMap<ComparisonsOk, Integer> map : maps) {
                map.put(new ComparisonsOk(i), i);
                sum += map.getOrDefault(new ComparisonsOk(i + 1), 0);
                map.merge(new ComparisonsOk(3), 1, Integer::sum);
                map.remove(new ComparisonsOk(i - 1));
            }
            for (Collection<ComparisonsOk> all : collections) {
                all.add(new ComparisonsOk(i));
                sum += all.contains(new ComparisonsOk(i + 1)) ? 1 : 0;
                all.remove(new ComparisonsOk(i - 1));
            }
        }
        System.out.println(sum >= 0);
    }
}
