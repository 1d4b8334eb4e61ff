package foretrace.runtime;

/** What a call of a method of the JDK means. */
abstract class Rule {
    static final Rule NONE = new Rule() {};

    void before(ThreadLog log, Call call) {}

    void after(ThreadLog log, Call call) {}
}
