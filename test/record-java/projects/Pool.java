import org.apache.commons.pool.*;
import org.apache.commons.pool.impl.*;
public class Pool {
  public static void main(String[] a) throws Exception {
    GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() { public Object makeObject() { return new int[1]; } }, 2);
    pool.setTimeBetweenEvictionRunsMillis(5); pool.setMinEvictableIdleTimeMillis(1);
    Two.times(60, (t, i) -> {
      int[] o = (int[]) pool.borrowObject(); o[0]++; pool.returnObject(o);
      if (i % 20 == 5) pool.setMaxIdle(1 + i % 3);
      pool.getNumIdle();
    });
    pool.close();
  }
}
