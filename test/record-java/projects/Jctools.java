import org.jctools.queues.*; import org.jctools.maps.*;
public class Jctools {
  public static void main(String[] a) throws Exception {
    MpscArrayQueue<int[]> q = new MpscArrayQueue<>(64); SpscArrayQueue<int[]> s = new SpscArrayQueue<>(64); NonBlockingHashMap<Integer, int[]> m = new NonBlockingHashMap<>();
    Two.times(300, (t, i) -> {
      if (t == 0) { q.offer(new int[] {i}); s.offer(new int[] {i}); } else { int[] x = q.poll(); if (x != null) x[0]++; x = s.poll(); if (x != null) x[0]++; }
      m.putIfAbsent(i % 20, new int[] {i}); m.get((i + 3) % 20);
    });
  }
}
