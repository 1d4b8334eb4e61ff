package foretrace.runtime;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What one thread has recorded of an array at one place, in its present epoch: a bit for each element, in words that are of the epoch beside them. And the record that
 * grows while the thread goes on from element to element, with nothing else between than plain accesses: these lie between the same two synchronisations.
 */
final class Walk {
    private static final int LARGEST_RECORD = 255;

    final Regions.Region region;
    private final WeakReference<Object> array;
    /** The place and the kind. */
    final long key;
    /** Of the array, by its identity. */
    final int hash;
    /** In pairs: an epoch, and the bits of 64 elements in it. */
    private final long[] words;
    /** Of the record that may grow: where it is, of which stretch of the log, the element that is next, and its bytes. */
    private long record;
    private int stretch;
    private int next;
    private int bytes;

    Walk(Regions.Region region, long key, int hash) {
        this.region = region;
        array = region.object();
        this.key = key;
        this.hash = hash;
        words = new long[(int) ((region.bytes >> region.layout.shift) + 63 >> 6) << 1];
    }

    @ForceInline
    static long key(int kind, int place) {
        return (long) place << 1 | kind & 1;
    }

    static boolean fits(Regions.Region region) {
        return region.bytes <= 1L << 26;
    }

    @ForceInline
    boolean isOf(Object array, long key) {
        return this.key == key && this.array.refersTo(array);
    }

    @ForceInline
    boolean has(int index, int epoch) {
        int pair = index >> 6 << 1;
        return pair >= 0 && pair + 1 < words.length && words[pair] == epoch && (words[pair + 1] >>> index & 1) != 0;
    }

    private void add(int index, int epoch) {
        int pair = index >> 6 << 1;
        if (words[pair] != epoch) {
            words[pair] = epoch;
            words[pair + 1] = 0;
        }
        words[pair + 1] |= 1L << index;
    }

    /** An element within the array that was not recorded in this epoch. */
    void record(ThreadLog log, int kind, int index, int place) {
        add(index, log.epoch);
        int shift = region.layout.shift;
        if (index == next && stretch == log.stretch && record != 0 && bytes + (1 << shift) <= LARGEST_RECORD) {
            bytes += 1 << shift;
            next++;
            Words.UNSAFE.putByte(null, record + 7, (byte) bytes);
            return;
        }
        long site = log.stacks.site(place);
        record = log.element(kind, region.base + ((long) index << shift), shift, site);
        stretch = log.stretch;
        next = index + 1;
        bytes = 1 << shift;
    }
}
