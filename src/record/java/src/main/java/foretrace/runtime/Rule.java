package foretrace.runtime;

/** What a call of a method of the JDK means. */
abstract class Rule {
    /** Of a method that returns nothing, or a number. */
    static final Object NOTHING = new Object();

    static final Rule NONE = new Rule() {};

    void before(ThreadLog log, Object receiver, Site site) {}

    /** `result`: a Boolean, an object, null, or NOTHING. */
    void after(ThreadLog log, Object receiver, Object result, Site site) {}

    /** Whether a call that returned this has done what it was to do. */
    static boolean succeeded(Object result) {
        return result != Boolean.FALSE && result != null;
    }
}
