package org.codehaus.classworlds;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** A tool that builds nothing and runs a class of the project: in a JVM of its own or within this one. Its name is that of a real one. */
public class Launcher {
    static int jobs;

    public static void main(String[] arguments) throws Exception {
        Thread one = new Thread(() -> jobs++);
        Thread two = new Thread(() -> jobs++);
        one.start();
        two.start();
        one.join();
        two.join();
        String java = System.getProperty("java.home") + "/bin/java";
        if (arguments[0].equals("forked")) {
            Process child = new ProcessBuilder(java, "-cp", arguments[1], arguments[2]).inheritIO().start();
            System.exit(child.waitFor());
        } else if (arguments[0].equals("within")) {
            URL[] urls = {new File(arguments[1]).toURI().toURL()};
            Class<?> type = new URLClassLoader(urls).loadClass(arguments[2]);
            type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}
