import com.zaxxer.hikari.*; import java.sql.*;
public class Hikari {
  public static void main(String[] a) throws Exception {
    HikariConfig g = new HikariConfig(); g.setJdbcUrl("jdbc:h2:mem:x;DB_CLOSE_DELAY=-1"); g.setMaximumPoolSize(2);
    try (HikariDataSource s = new HikariDataSource(g)) { Two.times(20, (t, i) -> { try (Connection c = s.getConnection(); Statement q = c.createStatement()) { q.execute("select 1"); } s.getHikariPoolMXBean().getActiveConnections(); }); }
  }
}
