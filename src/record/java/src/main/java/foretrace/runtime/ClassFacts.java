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

    private ClassFacts(ClassLoader loader, List<String> fields, List<String> statics, Set<String> methods) {
        this.loader = new WeakReference<>(loader);
        this.fields = fields;
        this.statics = statics;
        this.methods = methods;
    }

    /** A class with the names of its own fields, and its methods with their descriptors. */
    public static void tell(ClassLoader loader, String name, List<String> fields, List<String> statics, Set<String> methods) {
        seen.computeIfAbsent(name, key -> new CopyOnWriteArrayList<>()).add(0, new ClassFacts(loader, fields, statics, methods));
    }

    /** None of the JDK's own classes. */
    static ClassFacts of(Class<?> type) {
        List<ClassFacts> all = seen.get(type.getName());
        if (all == null) return null;
        for (ClassFacts facts : all) if (facts.loader.get() == type.getClassLoader()) return facts;
        return null;
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
