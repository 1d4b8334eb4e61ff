package foretrace.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * The log of one thread: a file that is mapped piece by piece, so that nothing is lost when the process is killed. Zeros behind the records are padding. Only its
 * thread writes it.
 */
final class ThreadLog {
    private static final int HEADER = 32;
    private static final int RECORD = 16;
    private static final int FIRST_PIECE = 1 << 12;
    private static final int LARGEST_PIECE = 1 << 20;
    /** For all: when a log has to grow, the program may have used up its heap. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 14);

    final int number;
    /** What this thread is doing for us: hooks that are reached meanwhile do nothing. */
    boolean busy;
    /** The locks that it has. */
    final Held held = new Held();
    final Stacks stacks = new Stacks(this);
    final Regions.Cache regions = new Regions.Cache();
    /** Classes whose initialisation is before us. */
    final java.util.BitSet initialised = new java.util.BitSet();
    /** An atomic access whose slot is still locked, or -1. */
    int slot = -1;
    long atomicAddress;
    /** Reads that may be in vain. */
    final Optimistic optimistic = new Optimistic();
    /** The call that it is in a hook of. */
    final Call call = new Call();
    /** The call of a method of the JDK that it is in; null in code of the program that such a method calls, once this has called another. */
    Site calling;

    private FileChannel channel;
    private MappedByteBuffer piece;
    private long mapped;
    private int at;
    private int room = FIRST_PIECE;
    private long time;
    private int credit;
    private boolean closed;

    ThreadLog(int number) {
        this.number = number;
        try {
            channel = Channels.open(Recording.file("thread-" + number + ".raw"));
            map();
            piece.put(0, "FTRAW1\n\0".getBytes(StandardCharsets.US_ASCII));
            piece.putInt(8, 3);
            piece.putInt(12, number);
            piece.putInt(16, (int) ProcessHandle.current().pid());
            at = HEADER;
        } catch (IOException e) {
            refused(e);
        }
    }

    /** A plain access. */
    void access(int kind, long address, int bytes, long site) {
        long now = Recording.CLOCK.get();
        int later = later(now, 1 << 12);
        put(kind, bytes, address, site, later << 3);
        if (kind != Raw.WRITE && kind != Raw.WRITE_RANGE) mayBeInVain();
    }

    /** Plain accesses of a range. */
    void range(int kind, long address, long bytes, long site) {
        access(kind, address, 0, site);
        put(Raw.LENGTH, 0, bytes, 0, 0);
        if (kind == Raw.READ_RANGE) mayBeInVain();
    }

    /** The record that was just made. */
    private void mayBeInVain() {
        if (optimistic.isOpen() && !closed && !Recording.isStopped()) optimistic.read(piece, at - RECORD);
    }

    void atomic(int kind, long address, long site, int order) {
        int later = later(Recording.CLOCK.incrementAndGet(), 1 << 12);
        put(kind, 8, address, site, order | later << 3);
    }

    /** Synchronisation: it takes a time of its own. */
    void sync(int kind, long address, long site, int extra) {
        int later = later(Recording.CLOCK.incrementAndGet(), 1 << 8);
        put(kind, later, address, site, extra);
    }

    /** What takes no time: definitions, lengths. */
    void plain(int kind, long address, long site, int extra) {
        put(kind, 0, address, site, extra);
    }

    /** What the thread is about to wait for. It stays the last record only if the thread waits for ever. It is later than the birth of what it is for. */
    void request(long address, long site, int what) {
        long now = Recording.CLOCK.get();
        if (now != time) {
            time = now;
            put(Raw.STAMP, 0, now, 0, 0);
        }
        if (!ready()) return;
        piece.putLong(at + 8, site & 0xffff_ffff_ffffL | (long) what << 48);
        piece.putLong(at, address | (long) Raw.REQUEST << 48);
    }

    void allocate(long address, long bytes, long site) {
        sync(Raw.ALLOCATE, address, site, 0);
        put(Raw.LENGTH, 0, bytes, 0, 0);
    }

    void close() {
        sync(Raw.END, 0, 0, 0);
        closed = true;
        piece = null;
        if (channel == null) return;
        try {
            channel.close();
        } catch (IOException e) {
            // The file has what was written.
        }
    }

    /** How much later than the record before; what does not fit below the limit takes a stamp. */
    private int later(long now, int limit) {
        long passed = now - time;
        time = now;
        if (passed < limit) return (int) passed;
        put(Raw.STAMP, 0, now, 0, 0);
        return 0;
    }

    private void put(int kind, int size, long address, long site, int extra) {
        if (!ready()) return;
        // The kind last: a record is there when it is whole.
        piece.putLong(at + 8, site & 0xffff_ffff_ffffL | (long) extra << 48);
        piece.putLong(at, address & 0xffff_ffff_ffffL | (long) kind << 48 | (long) size << 56);
        at += RECORD;
    }

    private boolean ready() {
        if (closed || Recording.isStopped()) return false;
        if (--credit < 0) {
            credit = Recording.credit();
            if (credit == 0) {
                stopAtLimit();
                return false;
            }
        }
        if (at == piece.capacity()) {
            try {
                map();
                at = 0;
            } catch (IOException e) {
                refused(e);
                return false;
            }
        }
        return true;
    }

    /** The pieces are filled before they are mapped: a disk that is full says so here, not by a fault at some store. */
    private void map() throws IOException {
        for (long end = mapped; end < mapped + room;) {
            ByteBuffer zeros = ZEROS.duplicate();
            zeros.limit((int) Math.min(ZEROS.capacity(), mapped + room - end));
            end += channel.write(zeros, end);
        }
        piece = channel.map(FileChannel.MapMode.READ_WRITE, mapped, room);
        piece.order(ByteOrder.LITTLE_ENDIAN);
        mapped += room;
        room = Math.min(2 * room, LARGEST_PIECE);
    }

    private void stopAtLimit() {
        if (at < piece.capacity()) {
            piece.putLong(at + 8, 1L << 48);
            piece.putLong(at, (long) Raw.STOPPED << 48);
        }
        closed = true;
        Recording.stop();
    }

    private void refused(IOException why) {
        closed = true;
        Recording.refuse(why);
    }
}
