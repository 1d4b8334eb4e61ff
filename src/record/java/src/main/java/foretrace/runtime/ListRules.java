package foretrace.runtime;

import java.util.ArrayList;
import java.util.Set;

/**
 * ArrayLists by their indexes: threads may set elements of one list at a time, as long as these are others. Each of the first elements is a variable of its own, beside
 * that of the whole list, which `get` and `set` read.
 */
final class ListRules {
    /** Elements behind these hand over what was set there, and are not told apart. */
    static final int ELEMENTS = 1 << 16;
    /** So many are told of a walk: it may come often. */
    private static final int WALKED = 1 << 10;
    /** Methods that look at elements, all of them or as many as they need. An iterator stands for what it will find. */
    private static final Set<String> WALKS = Set.of("iterator", "listIterator", "forEach", "stream", "parallelStream", "toArray", "contains", "containsAll", "indexOf",
            "lastIndexOf", "hashCode", "equals", "toString", "clone", "removeIf", "removeAll", "retainAll", "sort", "replaceAll");

    private ListRules() {}

    /** Null if it is none of an index. */
    static Rule of(Object receiver, Object behind, Site site) {
        if (receiver != behind || !isList(behind) || !site.descriptor.startsWith("(I")) return null;
        return switch (site.name) {
            case "get" -> GET;
            case "set" -> SET;
            case "remove" -> REMOVE;
            default -> null;
        };
    }

    private static boolean isList(Object object) {
        return object.getClass() == ArrayList.class;
    }

    private static final Rule GET = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            whole(log, call);
        }

        @Override
        void after(ThreadLog log, Call call) {
            if (call.number < ELEMENTS) log.access(Raw.READ, element(log, call), 8, call.at(log));
            else log.sync(Raw.RECEIVE, call.address(log), call.at(log), 0);
        }
    };

    /** What was there comes out. */
    private static final Rule SET = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            whole(log, call);
            if (call.number < 0 || call.number >= ((ArrayList<?>) call.receiver).size()) return;
            if (call.number >= ELEMENTS) {
                log.sync(Raw.SEND, call.address(log), call.at(log), 0);
                return;
            }
            long element = element(log, call);
            log.access(Raw.READ, element, 8, call.at(log));
            log.access(Raw.WRITE, element, 8, call.at(log));
        }
    };

    private static final Rule REMOVE = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            whole(log, call);
            log.access(Raw.WRITE, Regions.of(log, call.receiver).contents(), 8, call.at(log));
        }

        @Override
        void after(ThreadLog log, Call call) {
            GET.after(log, call);
        }
    };

    private static void whole(ThreadLog log, Call call) {
        log.access(Raw.READ, Regions.of(log, call.receiver).contents(), 8, call.at(log));
    }

    private static long element(ThreadLog log, Call call) {
        return Regions.of(log, call.receiver).elements(log, call.receiver) + 8 * call.number;
    }

    /** Before a method that is about more than one element. */
    static void walk(ThreadLog log, Call call) {
        if (WALKS.contains(call.site.name)) walk(log, call.receiver, call.at(log));
    }

    /** A walk through the list: what was set is found. */
    static void walk(ThreadLog log, Object list, long at) {
        if (!isList(list)) return;
        long elements = Regions.of(log, list).knownElements();
        long bytes = 8L * Math.min(((ArrayList<?>) list).size(), WALKED);
        if (elements != 0 && bytes > 0) log.range(Raw.READ_RANGE, elements, bytes, at);
    }
}
