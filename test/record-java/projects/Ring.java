import com.lmax.disruptor.*; import com.lmax.disruptor.dsl.*; import java.util.concurrent.*;
public class Ring {
  static final class Event { long value; }
  public static void main(String[] a) throws Exception {
    Disruptor<Event> d = new Disruptor<>(Event::new, 64, Executors.defaultThreadFactory(), ProducerType.MULTI, new BlockingWaitStrategy());
    long[] sum = new long[1];
    d.handleEventsWith((e, s, end) -> sum[0] += e.value).then((e, s, end) -> e.value = 0);
    RingBuffer<Event> r = d.start();
    Two.times(100, (t, i) -> r.publishEvent((e, s) -> e.value = i));
    d.shutdown(); System.out.println(sum[0]);
  }
}
