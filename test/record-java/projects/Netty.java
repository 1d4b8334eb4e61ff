import io.netty.buffer.*; import io.netty.util.*; import io.netty.util.concurrent.*;
public class Netty {
  public static void main(String[] a) throws Exception {
    DefaultEventExecutorGroup g = new DefaultEventExecutorGroup(2);
    HashedWheelTimer timer = new HashedWheelTimer();
    PooledByteBufAllocator alloc = new PooledByteBufAllocator(false);
    Two.times(40, (t, i) -> {
      ByteBuf b = alloc.buffer(64 + i); b.writeInt(i);
      g.next().submit(() -> { b.readInt(); b.release(); }).sync();
      timer.newTimeout(x -> {}, 1, java.util.concurrent.TimeUnit.MILLISECONDS);
    });
    timer.stop(); g.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).sync();
  }
}
