import java.io.Writer;
import org.apache.log4j.*;
public class Log4j {
  static final class Speaks { public String toString() { Logger.getLogger("inner").info("asked"); return "speaks"; } }
  public static void main(String[] a) throws Exception {
    Writer none = Writer.nullWriter();
    Logger outer = Logger.getLogger("outer"), inner = Logger.getLogger("inner");
    outer.addAppender(new WriterAppender(new PatternLayout("%d %t %c %m%n"), none));
    AsyncAppender async = new AsyncAppender();
    async.addAppender(new WriterAppender(new PatternLayout("%m%n"), none));
    inner.addAppender(async);
    Two.times(50, (t, i) -> {
      if (i % 10 == 9) outer.setLevel(i % 20 == 9 ? Level.DEBUG : Level.INFO);
      outer.info(new Speaks());
      inner.debug("turn " + i);
      MDC.put("t", t);
      Logger.getLogger("made." + (i % 5)).isDebugEnabled();
    });
    LogManager.shutdown();
  }
}
