import com.github.benmanes.caffeine.cache.*;
public class Caffeine {
  public static void main(String[] a) throws Exception {
    LoadingCache<Integer, String> c = com.github.benmanes.caffeine.cache.Caffeine.newBuilder().maximumSize(20).expireAfterAccess(java.time.Duration.ofMillis(5)).recordStats().build(k -> "v" + k);
    Two.times(200, (t, i) -> { c.get((i * 7 + t) % 50); if (i % 17 == 0) c.invalidate(i % 50); if (i % 50 == 0) c.cleanUp(); c.getIfPresent(i % 50); });
    c.stats();
  }
}
