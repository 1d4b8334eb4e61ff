// Parallel streams that collect and reduce: containers of parts are merged when they are done.

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class ParallelCollectOk {
    int value;

    ParallelCollectOk() {}

    ParallelCollectOk(int value) {
        this.value = value;
    }

    public static void main(String[] arguments) {
        List<ParallelCollectOk> all = IntStream.range(0, 500).parallel().mapToObj(ParallelCollectOk::new).collect(Collectors.toList());
        for (int i = 0; i < 5; i++) {
            ArrayList<ParallelCollectOk> list = all.parallelStream().filter(it -> it.value >= 0).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
            ParallelCollectOk sum = all.parallelStream().collect(ParallelCollectOk::new, (to, it) -> to.value += it.value, (to, it) -> to.value += it.value);
            ParallelCollectOk last = all.parallelStream().reduce(new ParallelCollectOk(), (a, b) -> new ParallelCollectOk(a.value + b.value));
            Map<Integer, List<ParallelCollectOk>> groups = all.parallelStream().collect(Collectors.groupingBy(it -> it.value % 7));
            ConcurrentMap<Integer, List<ParallelCollectOk>> others = all.parallelStream().collect(Collectors.groupingByConcurrent(it -> it.value % 7));
            List<ParallelCollectOk> sorted = all.parallelStream().sorted((a, b) -> b.value - a.value).skip(3).limit(100).toList();
            all.parallelStream().forEach(it -> it.value++);
            all.parallelStream().forEachOrdered(it -> it.value++);
            String text = all.parallelStream().map(it -> String.valueOf(it.value)).collect(Collectors.joining(","));
            list.get(0).value++;
            groups.get(3).get(0).value++;
            others.get(4).get(0).value++;
            System.out.println(sum.value + last.value + sorted.get(0).value + text.length());
        }
    }
}
