import java.sql.*;
public class H2 {
  public static void main(String[] a) throws Exception {
    String url = "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1";
    try (Connection c = DriverManager.getConnection(url); Statement s = c.createStatement()) { s.execute("create table t(id int primary key, n int)"); for (int i = 0; i < 10; i++) s.execute("insert into t values(" + i + ", 0)"); }
    Two.times(2, (t, k) -> { try (Connection c = DriverManager.getConnection(url)) { for (int i = 0; i < 20; i++) { try (PreparedStatement p = c.prepareStatement("update t set n = n + 1 where id = ?")) { p.setInt(1, (i + t) % 10); p.execute(); } catch (SQLException e) { if (e.getErrorCode() != 90131 && e.getErrorCode() != 50200) throw e; } } } });
  }
}
