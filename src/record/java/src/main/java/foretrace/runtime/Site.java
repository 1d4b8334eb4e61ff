package foretrace.runtime;

/** An instruction that calls a hook, and what it is about: a field, the elements of an array, a method that is called. */
public final class Site {
    final int place;
    final String owner;
    final String name;
    final ClassLoader loader;
    /** Of a call that a class may override; else empty. */
    final String descriptor;
    /** A monitor is the object's own, whatever it is a view of. */
    private final boolean isMonitor;
    /** Of a static field: its address; 0 until it was first seen. */
    long address;
    Layouts.Layout declaring;
    private Layouts.Layout named;
    /** Of a field of an object: where it is in the objects that were seen last here. One word, because many threads come by. */
    private Offset offset = new Offset(null, -1);
    /** Of a call: what it means for the class that was seen last here. */
    private Meaning meaning = new Meaning(null, null, Rule.NONE);

    private record Offset(Layouts.Layout layout, int bytes) {}

    private record Meaning(Class<?> type, Class<?> behind, Rule rule) {}

    /** `owner` with dots, as the instruction names it. */
    public Site(int place, String owner, String name, String descriptor, ClassLoader loader) {
        this.place = place;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.loader = loader;
        isMonitor = name.equals("wait") || name.startsWith("notify");
    }

    /** The address of the field in this object, or 0 if it is not known. */
    long field(ThreadLog log, Object object) {
        Regions.Region region = Regions.of(log, object);
        Offset known = offset;
        if (known.layout != region.layout) offset = known = new Offset(region.layout, region.layout.offset(owner, name));
        return known.bytes < 0 ? 0 : region.base + known.bytes;
    }

    /** The class that the instruction names, which is loaded by now; null if it cannot be had. */
    Layouts.Layout named() {
        if (named != null) return named;
        Class<?> type = Privileged.get(this::type);
        return type == null ? null : (named = Layouts.of(type));
    }

    private Class<?> type() {
        try {
            return Class.forName(owner, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** What the call is for: what the receiver is a view of, or itself. */
    Object behind(Object receiver) {
        return isMonitor ? receiver : Views.behind(receiver);
    }

    /** What the call means for this receiver. */
    Rule rule(Object receiver, Object behind) {
        Class<?> type = receiver.getClass();
        Class<?> last = behind.getClass();
        Meaning known = meaning;
        if (known.type != type || known.behind != last) meaning = known = new Meaning(type, last, Rules.of(receiver, behind, this));
        return known.rule;
    }
}
