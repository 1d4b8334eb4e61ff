import groovy.lang.*;
public class Groovy {
  public static void main(String[] a) throws Exception { Two.times(3, (t, i) -> new GroovyShell().evaluate("def x = [1, 2, 3].collect { it * 2 }; x.sum() + " + i)); }
}
