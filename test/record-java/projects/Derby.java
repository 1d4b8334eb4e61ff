import java.sql.*;
public class Derby {
  public static void main(String[] a) throws Exception {
    System.setProperty("derby.stream.error.field", "java.lang.System.err");
    Class.forName("org.apache.derby.jdbc.EmbeddedDriver").getDeclaredConstructor().newInstance();
    String url = "jdbc:derby:" + System.getProperty("java.io.tmpdir") + "/derby-" + System.nanoTime();
    try (Connection c = DriverManager.getConnection(url + ";create=true"); Statement s = c.createStatement()) { s.execute("create table t(id int primary key, n int)"); for (int i = 0; i < 4; i++) s.execute("insert into t values(" + i + ", 0)"); }
    Two.times(1, (t, k) -> { try (Connection c = DriverManager.getConnection(url); PreparedStatement p = c.prepareStatement("update t set n = n + 1 where id = ?")) { for (int i = 0; i < 6; i++) { p.setInt(1, t * 2 + i % 2); p.execute(); } } });
  }
}
