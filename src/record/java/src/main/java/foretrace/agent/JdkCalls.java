package foretrace.agent;

import java.util.Set;

/** Which calls are worth a look when the program runs: by the class that they name. */
final class JdkCalls {
    private static final Set<String> TYPES = Set.of("java/lang/Thread", "java/lang/StringBuffer", "java/lang/Iterable", "java/util/Collection", "java/util/List",
            "java/util/Set", "java/util/SortedSet", "java/util/NavigableSet", "java/util/Map", "java/util/SortedMap", "java/util/NavigableMap",
            "java/util/Queue", "java/util/Deque", "java/util/Iterator", "java/util/ListIterator", "java/util/Enumeration",
            "java/util/SequencedCollection", "java/util/SequencedMap", "java/util/SequencedSet",
            "java/util/AbstractCollection", "java/util/AbstractList", "java/util/AbstractMap", "java/util/AbstractSet", "java/util/AbstractQueue",
            "java/util/Dictionary", "java/util/HashMap", "java/util/LinkedHashMap", "java/util/TreeMap", "java/util/IdentityHashMap",
            "java/util/WeakHashMap", "java/util/EnumMap", "java/util/HashSet", "java/util/LinkedHashSet", "java/util/TreeSet", "java/util/ArrayList",
            "java/util/LinkedList", "java/util/ArrayDeque", "java/util/PriorityQueue", "java/util/BitSet", "java/util/Vector", "java/util/Stack",
            "java/util/Hashtable", "java/util/Properties", "java/util/SplittableRandom", "java/util/StringJoiner", "java/util/Date",
            "java/util/Calendar", "java/util/GregorianCalendar", "java/util/Scanner", "java/util/regex/Matcher", "java/lang/StringBuilder",
            "java/lang/Appendable", "java/text/DateFormat", "java/text/Format", "java/text/NumberFormat", "java/text/DecimalFormat",
            "java/text/SimpleDateFormat", "java/util/Timer", "java/util/EnumSet",
            "java/util/StringTokenizer", "java/lang/ref/ReferenceQueue", "java/util/regex/MatchResult", "java/security/MessageDigest", "java/text/MessageFormat", "java/text/ChoiceFormat",
            "java/text/CompactNumberFormat", "java/lang/CharSequence", "java/lang/AbstractStringBuilder");
    /** Methods that a class of the program may have from one of these. */
    private static final Set<String> NAMES = Set.of("join", "isAlive", "interrupt", "isInterrupted", "getState", "lock", "unlock", "tryLock",
            "lockInterruptibly", "await", "signal", "signalAll", "get", "set", "put", "putAll", "putIfAbsent", "remove", "add", "addAll", "clear", "size",
            "isEmpty", "contains", "containsKey", "poll", "offer", "take", "peek", "push", "pop", "iterator", "forEach", "values", "keySet", "entrySet",
            "acquire", "release", "countDown", "compareAndSet", "getAndSet", "incrementAndGet", "decrementAndGet", "getAndIncrement", "computeIfAbsent",
            "compute", "merge", "awaitTermination", "isTerminated", "close", "tryAcquire", "getAndAdd", "addAndGet", "exchange");

    private JdkCalls() {}

    static boolean mayMatter(String owner) {
        return owner.startsWith("java/util/concurrent/") || owner.startsWith("java/nio/") && owner.endsWith("Buffer") || TYPES.contains(owner);
    }

    static boolean isName(String name) {
        return NAMES.contains(name);
    }
}
