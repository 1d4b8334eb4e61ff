import java.sql.*;
import org.apache.commons.dbcp.BasicDataSource;
public class Dbcp {
  public static void main(String[] a) throws Exception {
    BasicDataSource s = new BasicDataSource(); s.setDriverClassName("org.h2.Driver"); s.setUrl("jdbc:h2:mem:x;DB_CLOSE_DELAY=-1");
    s.setMaxActive(2); s.setPoolPreparedStatements(true); s.setTimeBetweenEvictionRunsMillis(5);
    Two.times(15, (t, i) -> { try (Connection c = s.getConnection(); PreparedStatement p = c.prepareStatement("select " + i % 3)) { p.executeQuery().next(); } s.getNumActive(); });
    s.close();
  }
}
