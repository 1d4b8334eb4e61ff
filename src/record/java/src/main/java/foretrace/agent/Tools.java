package foretrace.agent;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * JVMs that only build or start the program: whoever looks for races of the program does not look for theirs, and a build has a hundred times the events of its
 * tests. They run as they are, and so do the JVMs' children, which are recorded. Who is known by what; docs/record-java.md has this list.
 */
final class Tools implements ClassFileTransformer {
    /** By the main class or the name of the jar. */
    private static final Map<String, String> MAINS = Map.ofEntries(
            Map.entry("org.codehaus.plexus.classworlds.launcher.Launcher", "Maven"), Map.entry("org.codehaus.classworlds.Launcher", "Maven"),
            Map.entry("org.apache.maven.wrapper.MavenWrapperMain", "Maven"), Map.entry("maven-wrapper.jar", "Maven"),
            Map.entry("org.mvndaemon.mvnd.common.DaemonLauncher", "Maven"), Map.entry("org.gradle.launcher.GradleMain", "Gradle"),
            Map.entry("org.gradle.wrapper.GradleWrapperMain", "Gradle"), Map.entry("gradle-wrapper.jar", "Gradle"),
            Map.entry("org.gradle.launcher.daemon.bootstrap.GradleDaemon", "Gradle"), Map.entry("org.apache.tools.ant.launch.Launcher", "Ant"),
            Map.entry("xsbt.boot.Boot", "sbt"), Map.entry("sbt-launch.jar", "sbt"), Map.entry("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "Kotlin's compiler"),
            Map.entry("org.jetbrains.kotlin.preloading.Preloader", "Kotlin's compiler"),
            Map.entry("org.jetbrains.kotlin.daemon.KotlinCompileDaemon", "Kotlin's compiler"));
    /** Folders with code of the build itself. */
    private static final List<String> OF_BUILDS = List.of("/.gradle/", "/buildSrc/", "/project/target/");

    private final String tool;
    private final Instrumentation instrumentation;
    private final Consumer<String> found;

    private Tools(String tool, Instrumentation instrumentation, Consumer<String> found) {
        this.tool = tool;
        this.instrumentation = instrumentation;
        this.found = found;
    }

    /** The tool that this JVM is of; null if it is to be recorded. `command`: the main class or the jar, and what follows. */
    static String of(String command) {
        if ("record".equals(System.getenv("FORETRACE_JAVA_TOOLS"))) return null;
        int blank = command.indexOf(' ');
        String main = MAINS.get(blank < 0 ? command : command.substring(0, blank));
        if (main != null) return main;
        int end = command.indexOf(".jar") + 4;
        boolean isJar = end > 4 && (end == command.length() || command.charAt(end) == ' ') && (blank < 0 || end <= blank || new File(command.substring(0, end)).isFile());
        return isJar ? MAINS.get(new File(command.substring(0, end)).getName()) : null;
    }

    /** Looks out for code of the project: a tool comes in jars, and what was just compiled is in folders. `found` is told once what is missing. */
    static void watch(String tool, Instrumentation instrumentation, Consumer<String> found) {
        instrumentation.addTransformer(new Tools(tool, instrumentation, found));
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        if (name == null || source == null || source.getLocation() == null) return null;
        String path = source.getLocation().getPath();
        if (!path.endsWith("/") || OF_BUILDS.stream().anyMatch(path::contains) || !new File(path).isDirectory()) return null;
        if (!instrumentation.removeTransformer(this)) return null;
        found.accept(name.replace('/', '.') + " and what it calls ran within " + tool + "'s own JVM, which is not recorded (let the tests have a JVM of their own, with "
                + "Maven forkCount=1, with sbt Test / fork := true; or --include '**')");
        return null;
    }
}
