package foretrace.runtime;

/** Which class a static field is of, and so its address: found once for each instruction. */
final class Statics {
    private Statics() {}

    /** 0 if the class is none that was instrumented. The instruction has been executed, so its class is there. */
    static long address(ThreadLog log, Site site) {
        if (site.address != 0) return site.address;
        Layouts.Layout named = site.named();
        Layouts.Layout declaring = named == null ? null : declaring(named.type, site.name);
        if (declaring == null) return 0;
        site.declaring = declaring;
        return site.address = declaring.statics(log) + declaring.staticOffset(site.name);
    }

    private static Layouts.Layout declaring(Class<?> type, String field) {
        if (type == null) return null;
        Layouts.Layout layout = Layouts.of(type);
        if (layout.staticOffset(field) >= 0) return layout;
        for (Class<?> other : type.getInterfaces()) {
            Layouts.Layout found = declaring(other, field);
            if (found != null) return found;
        }
        return declaring(type.getSuperclass(), field);
    }
}
