import com.google.common.cache.*; import com.google.common.collect.*; import com.google.common.util.concurrent.*; import com.google.common.eventbus.*;
public class Guava {
  static final class Hears { int n; @Subscribe public synchronized void on(Integer i) { n++; } }
  public static void main(String[] a) throws Exception {
    LoadingCache<Integer, String> c = CacheBuilder.newBuilder().maximumSize(20).recordStats().build(CacheLoader.from(k -> "v" + k));
    RateLimiter r = RateLimiter.create(1e6); ConcurrentHashMultiset<Integer> m = ConcurrentHashMultiset.create(); EventBus b = new EventBus(); b.register(new Hears());
    Interner<String> in = Interners.newWeakInterner();
    Two.times(80, (t, i) -> { c.get((i * 7 + t) % 50); r.acquire(); m.add(i % 5); b.post(i); in.intern("x" + i % 7); });
  }
}
