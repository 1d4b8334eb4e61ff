package foretrace.runtime;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** An instruction that calls a hook, and what it is about: a field, the elements of an array, a method that is called. */
public final class Site {
    private static final int NONE = -1;

    @Stable final int place;
    final String owner;
    final String name;
    final ClassLoader loader;
    /** Of a call that a class may override; else empty. */
    final String descriptor;
    /** A monitor is the object's own, whatever it is a view of. */
    private final boolean isMonitor;
    /** Of a static field: its address; 0 until it was first seen. */
    @Stable long address;
    Layouts.Layout declaring;
    private Layouts.Layout named;
    /** Of a field of an object: one more than where it is behind the address of the object, or NONE; 0 until it was first seen. All objects that the instruction sees are of the class that it names, and alike so far. */
    @Stable private int offset;
    /** Where these have the field of State, or NONE; 0 until it was first seen. */
    @Stable private int state;
    /** Of a call: what it means for the class that was seen last here. */
    private Meaning meaning = new Meaning(null, null, Rule.NONE);

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
        find(object);
        if (offset == NONE) return 0;
        return (state > 0 ? State.base(log, object, state) : Regions.of(log, object).base) + offset - 1;
    }

    /** Looks where the field is, the first time. */
    void find(Object object) {
        if (offset != 0) return;
        Layouts.Layout layout = Layouts.of(object.getClass());
        int bytes = layout.offset(owner, name);
        state = layout.state;
        offset = bytes < 0 ? NONE : bytes + 1;
    }

    /** Whether no other thread can have the object. */
    @ForceInline
    boolean isNew(ThreadLog log, Object object) {
        return state > 0 && State.isNew(log, object, state);
    }

    /** The address of the field, if it is to be had at once; else 0. */
    @ForceInline
    long known(Object object) {
        if (state <= 0 || offset <= 0) return 0;
        long base = State.known(object, state);
        return base > 0 ? base + offset - 1 : 0;
    }

    /** The current thread begins to make an object of the class that the instruction is in. */
    @ForceInline
    void made(ThreadLog log, Object object) {
        find(object);
        if (state > 0) State.made(log, object, state);
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
