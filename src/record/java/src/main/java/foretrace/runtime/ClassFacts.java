package foretrace.runtime;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the agent saw of a class when it was loaded; to ask the class itself would load the classes of all its fields. */
public final class ClassFacts {
    private static final ConcurrentHashMap<String, List<ClassFacts>> seen = new ConcurrentHashMap<>();

    private final WeakReference<ClassLoader> loader;
    private final List<String> fields;
    private final List<String> statics;
    private final Set<String> methods;
    private final Set<String> synchronizedMethods;

    private ClassFacts(ClassLoader loader, List<String> fields, List<String> statics, Set<String> methods, Set<String> synchronizedMethods) {
        this.loader = new WeakReference<>(loader);
        this.fields = fields;
        this.statics = statics;
        this.methods = methods;
        this.synchronizedMethods = synchronizedMethods;
    }

    /** A class with the names of its own fields, and its methods with their descriptors; also those that were synchronized. */
    public static void tell(
            ClassLoader loader, String name, List<String> fields, List<String> statics, Set<String> methods, Set<String> synchronizedMethods) {
        ClassFacts facts = new ClassFacts(loader, fields, statics, methods, synchronizedMethods);
        seen.computeIfAbsent(name, key -> new CopyOnWriteArrayList<>()).add(0, facts);
    }

    /** Whether the agent saw the class when it was loaded. */
    public static boolean isKnown(Class<?> type) {
        return of(type) != null;
    }

    /** None of the JDK's own classes. */
    static ClassFacts of(Class<?> type) {
        List<ClassFacts> all = seen.get(type.getName());
        if (all == null) return null;
        for (ClassFacts facts : all) if (facts.loader.get() == type.getClassLoader()) return facts;
        return null;
    }

    boolean hasSynchronized() {
        return !synchronizedMethods.isEmpty();
    }

    /** Whether the class file calls the method synchronized: its name with its descriptor. */
    boolean isSynchronized(String method) {
        return synchronizedMethods.contains(method);
    }

    List<String> fields() {
        return fields;
    }

    /** `method`: name and descriptor. */
    boolean declares(String method) {
        return methods.contains(method);
    }

    List<String> statics() {
        return statics;
    }
}
