package foretrace.runtime;

/** A call of a method of the JDK as its rule sees it. Each thread has one, because it is within one hook at a time. */
final class Call {
    /** The result of a method that returns nothing, or a number that no rule asks for. */
    static final Object NOTHING = new Object();

    Site site;
    /** What the method is called on or, if that is a view, what stands behind it. */
    Object receiver;
    /** The first argument that is an object; null if there is none. */
    Object argument;
    /** The first argument that is an int or a long: an index or a stamp. */
    long number;
    /** A Boolean, a Long, an object, null or NOTHING. */
    Object result;

    /** Objects of the program live no longer than without us. */
    void clear() {
        receiver = null;
        argument = null;
        result = null;
    }

    long at(ThreadLog log) {
        return log.stacks.site(site.place);
    }

    /** What stands for the receiver. */
    long address(ThreadLog log) {
        return Regions.of(log, receiver).base;
    }

    /** Whether the call has done what it was to do. */
    boolean succeeded() {
        return result != Boolean.FALSE && result != null;
    }
}
