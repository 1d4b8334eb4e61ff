package foretrace.runtime;

import java.util.Map;
import java.util.Set;

/**
 * Concurrent maps: what was done before a key got its value comes before what is done with it. Keys have a channel each, or share one; methods that are for all keys
 * have two, one in which they give and one from which they take. What runs within such a method is ordered by hooks in the JDK (agent.JdkHooks).
 */
final class KeyedRules {
    /** Of keys; one more is for methods that are for all. */
    private static final int CHANNELS = 64;
    /** What a map needs behind its fields. */
    static final int BYTES = 8 * (CHANNELS + 1);

    private static final Set<String> GIVE = Set.of("put", "putIfAbsent", "remove", "replace", "compute", "computeIfAbsent", "computeIfPresent", "merge",
            "setProperty");
    private static final Set<String> TAKE = Set.of("get", "getOrDefault", "containsKey", "getProperty");
    private static final Set<String> TAKE_ALL = Set.of("size", "mappingCount", "isEmpty", "contains", "containsValue", "iterator", "spliterator", "hasNext",
            "next", "nextElement", "hasMoreElements", "elements", "keys", "stream", "parallelStream", "toArray", "forEach", "forEachKey", "forEachValue",
            "forEachEntry", "firstKey", "lastKey", "firstEntry", "lastEntry", "floorKey", "ceilingKey", "lowerKey", "higherKey", "floorEntry",
            "ceilingEntry", "lowerEntry", "higherEntry", "first", "last", "floor", "ceiling", "lower", "higher", "toString",
            "hashCode", "equals");
    private static final Set<String> NOTHING = Set.of("getClass", "keySet", "values", "entrySet", "getKey", "getValue",
            "comparator", "navigableKeySet", "descendingMap", "descendingKeySet", "descendingSet", "headMap", "tailMap", "subMap", "headSet", "tailSet", "subSet");

    private KeyedRules() {}

    private static final Rule GIVES = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            give(log, Regions.of(log, call.receiver), call.argument, call.at(log));
        }

        @Override
        void after(ThreadLog log, Call call) {
            TAKES.after(log, call);
        }
    };

    private static final Rule TAKES = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            if (call.succeeded()) take(log, Regions.of(log, call.receiver), call.argument, call.at(log));
        }
    };

    /** Before as well: what is called within begins after what was there. */
    private static final Rule TAKES_ALL = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            after(log, call);
        }

        @Override
        void after(ThreadLog log, Call call) {
            log.sync(Raw.RECEIVE, call.address(log), call.at(log), 0);
        }
    };

    private static final Rule ALL = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            giveAll(log, Regions.of(log, call.receiver), call.at(log));
            after(log, call);
        }

        @Override
        void after(ThreadLog log, Call call) {
            log.sync(Raw.RECEIVE, call.address(log), call.at(log), 0);
        }
    };

    /** `receiver`: the map or one of its views. What a view calls a key may be a value. */
    static Rule of(Object receiver, String name) {
        if (NOTHING.contains(name)) return Rule.NONE;
        if (TAKE_ALL.contains(name)) return TAKES_ALL;
        if (!(receiver instanceof Map)) return ALL;
        if (GIVE.contains(name)) return GIVES;
        return TAKE.contains(name) ? TAKES : ALL;
    }

    static void give(ThreadLog log, Regions.Region map, Object key, long at) {
        log.sync(Raw.SEND, channel(map, key), at, 0);
        log.sync(Raw.SEND, map.base, at, 0);
    }

    static void take(ThreadLog log, Regions.Region map, Object key, long at) {
        log.sync(Raw.RECEIVE, channel(map, key), at, 0);
        log.sync(Raw.RECEIVE, forAll(map), at, 0);
    }

    static void giveAll(ThreadLog log, Regions.Region map, long at) {
        log.sync(Raw.SEND, forAll(map), at, 0);
        log.sync(Raw.SEND, map.base, at, 0);
    }

    /** Behind the address of the map itself. */
    private static long forAll(Regions.Region map) {
        return map.contents() + 8;
    }

    /** Only keys whose hashCode is no code of the program are told apart: the first channel is that of all others. */
    private static long channel(Regions.Region map, Object key) {
        boolean isPlain = map.layout.isHashed && (key instanceof String || key instanceof Number && key.getClass().getClassLoader() == null || key instanceof Enum
                || key instanceof Character);
        int number = isPlain ? 1 + (key.hashCode() * 0x9e3779b9 >>> 26) % (CHANNELS - 1) : 0;
        return forAll(map) + 8L * (1 + number);
    }
}
