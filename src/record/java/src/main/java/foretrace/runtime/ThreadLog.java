package foretrace.runtime;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The log of one thread: a file that is mapped piece by piece, so that nothing is lost when the process is killed. Zeros behind the records are padding. Only its
 * thread writes it.
 */
final class ThreadLog {
    private static final int HEADER = 32;
    private static final int RECORD = 16;
    private static final int FIRST_PIECE = 1 << 12;
    private static final int LARGEST_PIECE = 1 << 20;
    /** Of a mark: how often the thread gave something; above are its number and the sign. */
    private static final int MARK_BITS = 43;
    private static final int MARKED = 1 << 63 - MARK_BITS;
    /** No object has this mark. */
    private static final long UNMARKED = -1;
    /** For all: when a log has to grow, the program may have used up its heap. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 14);

    final int number;
    /** Whose it is, which may be gone without an end. */
    private final WeakReference<Thread> thread;
    /** What this thread is doing for us: hooks that are reached meanwhile do nothing. */
    boolean busy;
    /** The locks that it has. */
    final Held held = new Held();
    final Stacks stacks = new Stacks(this);
    final Regions.Cache regions = new Regions.Cache();
    final Repeats repeats = new Repeats();
    final Walks walks = new Walks();
    final NewArrays newArrays = new NewArrays();
    /** State of the objects that this thread has made since it last gave something to others, if they have been given no address: of no other thread. */
    long mark;
    /** How often this thread has synchronised. */
    int epoch = 1;
    /** The same, for the marks of repeats. */
    long epochOfMarks = Repeats.of(1);
    /** Another one after each record that a walk cannot grow across. */
    int stretch;
    /** Nothing orders this thread after what the first did when it was alone. */
    boolean isUnordered;
    /** Classes whose initialisation is before us. */
    final java.util.BitSet initialised = new java.util.BitSet();
    /** An atomic access whose slot is still locked, or -1. */
    int slot = -1;
    long atomicAddress;
    /** Reads that may be in vain. */
    final Optimistic optimistic = new Optimistic();
    /** The call that it is in a hook of. */
    final Call call = new Call();
    /** That of a buffer before the call. */
    int position;
    /** The call of a method of the JDK that it is in; null in code of the program that such a method calls, once this has called another. */
    Site calling;

    private FileChannel channel;
    private MappedByteBuffer piece;
    /** Of the piece. */
    private long base;
    private long mapped;
    private int at;
    private int room = FIRST_PIECE;
    private long time;
    private int credit;
    private boolean closed;

    ThreadLog(int number, Thread thread) {
        this.thread = new WeakReference<>(thread);
        this.number = number;
        mark = number < MARKED ? Long.MIN_VALUE | (long) number << MARK_BITS : UNMARKED;
        try {
            channel = Channels.open(Recording.file("thread-" + number + ".raw"));
            map();
            piece.put(0, "FTRAW1\n\0".getBytes(StandardCharsets.US_ASCII));
            piece.putInt(8, 3).putInt(12, number).putInt(16, (int) ProcessHandle.current().pid());
            at = HEADER;
        } catch (IOException e) {
            refused(e);
        }
    }

    @ForceInline
    boolean isOf(Thread one) {
        return thread.refersTo(one);
    }

    /** Whether objects that this thread makes are told from others. */
    boolean marks() {
        return Recording.FILTERS && mark != UNMARKED;
    }

    /** A plain access. */
    void access(int kind, long address, int bytes, long site) {
        if (isUnordered) Alone.unordered(this);
        int later = later(Recording.CLOCK.get(), 1 << 12);
        put(kind, bytes, address, site, later << 3);
        if (kind != Raw.WRITE && kind != Raw.WRITE_RANGE) mayBeInVain();
    }

    /** A plain access of an element, which a walk may grow from: where its record is, or 0 if there is none. */
    long element(int kind, long address, int shift, long site) {
        if (isUnordered) Alone.unordered(this);
        int later = later(Recording.CLOCK.get(), 1 << 12);
        return put(kind, 1 << shift, address, site, shift + 1 | later << 3) ? base + at - RECORD : 0;
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

    void atomic(int kind, long address, int bytes, long site, int order) {
        int later = later(Recording.CLOCK.incrementAndGet(), 1 << 12);
        put(kind, bytes, address, site, order | later << 3);
        synchronised(kind != Raw.ATOMIC_LOAD);
    }

    /** Synchronisation: it takes a time of its own. */
    void sync(int kind, long address, long site, int extra) {
        int later = later(Recording.CLOCK.incrementAndGet(), 1 << 8);
        put(kind, later, address, site, extra);
        // What the first thread did alone was before.
        if (kind == Raw.RECEIVE_ALL) isUnordered = false;
        synchronised(Raw.gives(kind));
    }

    private void synchronised(boolean gives) {
        epochOfMarks = Repeats.of(++epoch);
        stretch++;
        if (gives && mark != UNMARKED) mark++;
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
        if (!ready(1)) return;
        stretch++;
        write(at, address | (long) Raw.REQUEST << 48, site & 0xffff_ffff_ffffL | (long) what << 48);
    }

    /** Orders nothing, and what comes before and after is of one epoch. */
    void allocate(long address, long bytes, long site) {
        int later = later(Recording.CLOCK.incrementAndGet(), 1 << 8);
        put(Raw.ALLOCATE, later, address, site, 0);
        put(Raw.LENGTH, 0, bytes, 0, 0);
        stretch++;
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

    /** Whether it is there. */
    private boolean put(int kind, int size, long address, long site, int extra) {
        // Lengths go with the record before them.
        if (!ready(kind == Raw.LENGTH ? 0 : 1)) return false;
        // The kind last: a record is there when it is whole.
        write(at, address & 0xffff_ffff_ffffL | (long) kind << 48 | (long) size << 56, site & 0xffff_ffff_ffffL | (long) extra << 48);
        at += RECORD;
        return true;
    }

    private void write(int at, long first, long second) {
        Words.write(base + at + 8, second);
        Words.UNSAFE.storeFence();
        Words.write(base + at, first);
    }

    /** Whether there is room for a record; `cost`: what it takes of those that may be made. */
    private boolean ready(int cost) {
        if (closed || Recording.isStopped()) return false;
        credit -= cost;
        if (credit < 0) {
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
        base = Words.address(piece);
        stretch++;
        mapped += room;
        room = Math.min(2 * room, LARGEST_PIECE);
    }

    private void stopAtLimit() {
        if (at < piece.capacity()) {
            write(at, (long) Raw.STOPPED << 48, 1L << 48);
        }
        closed = true;
        Recording.stop();
    }

    private void refused(IOException why) {
        closed = true;
        Recording.refuse(why);
    }
}
