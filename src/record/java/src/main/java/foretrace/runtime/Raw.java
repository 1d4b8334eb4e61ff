package foretrace.runtime;

/** Kinds of records and what stands in them: docs/recording-format.md. */
final class Raw {
    static final int STAMP = 1;
    static final int READ = 2;
    static final int WRITE = 3;
    static final int READ_RANGE = 4;
    static final int WRITE_RANGE = 5;
    static final int LENGTH = 6;
    static final int ATOMIC_LOAD = 8;
    static final int ATOMIC_STORE = 9;
    static final int ATOMIC_UPDATE = 10;
    static final int ACQUIRE = 16;
    static final int RELEASE = 17;
    static final int ACQUIRE_SHARED = 18;
    static final int RELEASE_SHARED = 19;
    static final int WAIT = 20;
    static final int NOTIFY = 21;
    static final int FORK = 24;
    static final int JOIN = 25;
    static final int BEGIN = 26;
    static final int END = 27;
    static final int REQUEST = 30;
    static final int SEND = 32;
    static final int RECEIVE = 33;
    static final int RECEIVE_ALL = 37;
    static final int ALLOCATE = 40;
    static final int STOPPED = 49;
    static final int CALL = 50;
    static final int PLACE = 51;

    /** Of a site: the rest is the number of a place. */
    static final long PLACE_BIT = 1L << 47;
    /** Extra of an acquire: it would not have waited for ever. */
    static final int TRIES = 1;
    /** Extra of a request: what for. */
    static final int WANTS_LOCK = 0;
    static final int WANTS_SHARE = 1;
    static final int WANTS_END = 2;
    static final int WANTS_WAKING = 4;
    /** Extra of an atomic. */
    static final int SEQUENTIAL = 5;

    private Raw() {}

    /** Whether other threads may come after what was before the record. */
    static boolean gives(int kind) {
        return switch (kind) {
            case ACQUIRE, ACQUIRE_SHARED, JOIN, BEGIN, RECEIVE, RECEIVE_ALL -> false;
            default -> true;
        };
    }
}
