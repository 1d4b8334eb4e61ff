package foretrace.runtime;

import java.util.Set;

/** Objects of the JDK that are not for two threads at a time. Each is one variable: a method reads it or writes it, at the line of its caller. */
final class CollectionRules {
    private CollectionRules() {}

    private static final Set<String> PLAIN = Set.of("java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.IdentityHashMap",
            "java.util.WeakHashMap", "java.util.EnumMap", "java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet", "java.util.ArrayList",
            "java.util.LinkedList", "java.util.ArrayDeque", "java.util.PriorityQueue", "java.util.BitSet", "java.lang.StringBuilder",
            "java.text.SimpleDateFormat", "java.text.DecimalFormat", "java.util.GregorianCalendar", "java.util.SplittableRandom",
            "java.util.regex.Matcher", "java.util.Scanner", "java.util.StringJoiner", "java.util.Date");
    private static final Set<String> SYNCHRONIZED = Set.of("java.util.Vector", "java.util.Stack", "java.util.Hashtable", "java.util.Properties",
            "java.lang.StringBuffer", "java.util.Timer", "java.util.Random");

    private static final Set<String> READS = Set.of("get", "getOrDefault", "containsKey", "containsValue", "contains", "containsAll", "size", "isEmpty",
            "iterator", "listIterator", "spliterator", "forEach", "stream", "parallelStream", "indexOf", "lastIndexOf", "toArray", "peek", "peekFirst",
            "peekLast", "getFirst", "getLast", "element", "firstKey", "lastKey", "first", "last", "floorKey", "ceilingKey", "higherKey", "lowerKey",
            "firstEntry", "lastEntry", "charAt", "length", "substring", "cardinality", "nextSetBit", "getTime");
    private static final Set<String> WRITES = Set.of("put", "putAll", "putIfAbsent", "remove", "removeAll", "removeIf", "retainAll", "replace",
            "replaceAll", "compute", "computeIfAbsent", "computeIfPresent", "merge", "clear", "add", "addAll", "addFirst", "addLast", "set", "sort",
            "offer", "offerFirst", "offerLast", "poll", "pollFirst", "pollLast", "push", "pop", "removeFirst", "removeLast", "pollFirstEntry",
            "pollLastEntry", "append", "insert", "delete", "deleteCharAt", "reverse", "setCharAt", "setLength", "replaceRange", "format", "parse",
            "nextInt", "nextLong", "find", "matches", "reset", "next", "nextLine", "flip", "setTime");

    static boolean isSynchronized(String type) {
        return SYNCHRONIZED.contains(type) || type.startsWith("java.util.Collections$Synchronized");
    }

    static Rule of(String type, String name) {
        if (!PLAIN.contains(type)) return Rule.NONE;
        if (WRITES.contains(name)) return WRITE;
        return READS.contains(name) ? READ : Rule.NONE;
    }

    private static final class Access extends Rule {
        private final int kind;

        Access(int kind) {
            this.kind = kind;
        }

        /** The contents stand behind the fields of a subclass. */
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            Regions.Region region = Regions.of(log, receiver);
            log.access(kind, region.contents(), 8, log.stacks.site(site.place));
        }
    }

    private static final Rule READ = new Access(Raw.READ);
    private static final Rule WRITE = new Access(Raw.WRITE);
}
