package foretrace.runtime;

import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Accesses by VarHandle and by updaters of fields: of the memory that the program also reaches by its name. What is stored is recorded before, what is loaded after,
 * so that nobody who has seen a store comes before it.
 */
public final class Handles {
    /** The field that a handle or an updater is for. */
    private record Target(Class<?> owner, String field) {}

    private static final Map<Object, Target> targets = Collections.synchronizedMap(new WeakHashMap<>());
    private static final int RELAXED = 0;
    private static final int ACQUIRE = 2;
    private static final int RELEASE = 3;

    private Handles() {}

    /** A handle was made. */
    public static void made(Object handle, Class<?> owner, String field) {
        if (handle != null && owner != null && field != null) targets.put(handle, new Target(owner, field));
    }

    @Roomy
    public static void before(Object handle, Object first, int index, int number) {
        ThreadLog log = handle == null ? null : Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            long address = address(log, handle, first, index);
            if (address == 0) log.sync(Raw.SEND, Regions.of(log, handle).base, log.stacks.site(site.place), 0);
            else if (isStore(site.name) || isUpdate(site.name)) store(log, address, bytes(handle, first), handle, site);
        } finally {
            log.busy = false;
        }
    }

    public static void after(boolean done, Object handle, Object first, int index, int number) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            long address = address(log, handle, first, index);
            long at = log.stacks.site(site.place);
            if (address == 0) log.sync(Raw.RECEIVE, Regions.of(log, handle).base, at, 0);
            else if (isPlain(handle, site.name) && site.name.equals("get")) log.access(Raw.READ, address, bytes(handle, first), at);
            else if (!isStore(site.name)) log.atomic(Raw.ATOMIC_LOAD, address, bytes(handle, first), at, loadOrder(site.name));
        } finally {
            log.busy = false;
        }
    }

    /** The function that an updater was given is called, or was: what it made is about to be stored, in one step with what was loaded. */
    static void inside(Object updater, Object object, int kind) {
        ThreadLog log = object == null || !targets.containsKey(updater) ? null : Threads.entered();
        if (log == null) return;
        try {
            long address = address(log, updater, object, -1);
            if (address == 0) log.sync(kind == Raw.ATOMIC_LOAD ? Raw.RECEIVE : Raw.SEND, Regions.of(log, updater).base, 0, 0);
            else log.atomic(kind, address, Layouts.FIELD_BYTES, 0, Raw.SEQUENTIAL);
        } finally {
            log.busy = false;
        }
    }

    private static void store(ThreadLog log, long address, int bytes, Object handle, Site site) {
        long at = log.stacks.site(site.place);
        if (isPlain(handle, site.name)) log.access(Raw.WRITE, address, bytes, at);
        else if (isStore(site.name)) log.atomic(Raw.ATOMIC_STORE, address, bytes, at, storeOrder(site.name));
        else log.atomic(Raw.ATOMIC_UPDATE, address, bytes, at, Raw.SEQUENTIAL);
    }

    private static boolean isPlain(Object handle, String name) {
        return handle instanceof VarHandle && (name.equals("get") || name.equals("set"));
    }

    private static boolean isStore(String name) {
        return name.startsWith("set") || name.equals("lazySet");
    }

    private static boolean isUpdate(String name) {
        return !isStore(name) && !List.of("get", "getVolatile", "getOpaque", "getAcquire").contains(name);
    }

    private static int storeOrder(String name) {
        return switch (name) {
            case "setOpaque" -> RELAXED;
            case "setRelease", "lazySet" -> RELEASE;
            default -> Raw.SEQUENTIAL;
        };
    }

    private static int loadOrder(String name) {
        return switch (name) {
            case "getOpaque" -> RELAXED;
            case "getAcquire" -> ACQUIRE;
            default -> Raw.SEQUENTIAL;
        };
    }

    /** Of a field, or of what the handle takes for an element. */
    private static int bytes(Object handle, Object first) {
        boolean isElement = handle instanceof VarHandle && first != null && first.getClass().isArray();
        return isElement ? 1 << Layouts.Layout.shift(((VarHandle) handle).varType()) : Layouts.FIELD_BYTES;
    }

    /** 0 if it is not known. */
    private static long address(ThreadLog log, Object handle, Object first, int index) {
        if (handle instanceof VarHandle var) {
            List<Class<?>> coordinates = var.coordinateTypes();
            if (coordinates.size() == 2 && coordinates.get(0).isArray()) return element(log, first, index);
            if (coordinates.isEmpty()) return ofClass(log, targets.get(handle));
        }
        Target target = targets.get(handle);
        if (target == null || first == null) return 0;
        Regions.Region region = Regions.of(log, first);
        int offset = region.layout.offset(target.owner.getName(), target.field);
        return offset < 0 ? 0 : region.base + offset;
    }

    private static long element(ThreadLog log, Object array, int index) {
        if (array == null || index < 0) return 0;
        Regions.Region region = Regions.of(log, array);
        long offset = (long) index << Math.max(region.layout.shift, 0);
        return offset < region.bytes ? region.base + offset : 0;
    }

    private static long ofClass(ThreadLog log, Target target) {
        if (target == null) return 0;
        Layouts.Layout layout = Layouts.of(target.owner);
        int offset = layout.staticOffset(target.field);
        return offset < 0 ? 0 : layout.statics(log) + offset;
    }
}
