package foretrace.runtime;

/**
 * What final fields refer to is seen as their constructor left it, also by a thread that gets the object by a race (JLS 17.5). So it is for collections of the JDK that
 * nobody else has seen; what else a constructor makes is not recorded in the first place (State, NewArrays).
 */
public final class Freezes {
    private Freezes() {}

    /** A constructor returns; `value`: what a final field of its object has. */
    public static void frozen(Object value) {
        ThreadLog log = value == null ? null : Threads.entered();
        if (log == null) return;
        try {
            Object behind = Views.behind(value);
            if (behind.getClass().getClassLoader() != null || PlainTypes.of(behind.getClass().getName()) == null) return;
            Regions.Region region = Regions.known(behind);
            if (region != null) region.freeze(log, behind);
        } finally {
            log.busy = false;
        }
    }
}
