package foretrace.runtime;

import java.nio.Buffer;
import java.nio.MappedByteBuffer;
import jdk.internal.misc.Unsafe;

/** Words of objects and of mapped files, without the checks that an access of the program would have: the hooks reach them for every access of it. */
final class Words {
    static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** The package that this takes; it is exported to us. */
    private static final long ADDRESS = UNSAFE.objectFieldOffset(Buffer.class, "address");

    private static final boolean IS_LITTLE_ENDIAN = !UNSAFE.isBigEndian();

    private Words() {}

    /** Where a buffer begins. It must be kept for as long as somebody writes there. */
    static long address(MappedByteBuffer buffer) {
        return UNSAFE.getLong(buffer, ADDRESS);
    }

    /** A word of a log, at an address of memory. */
    static void write(long address, long word) {
        UNSAFE.putLong(null, address, IS_LITTLE_ENDIAN ? word : Long.reverseBytes(word));
    }
}
