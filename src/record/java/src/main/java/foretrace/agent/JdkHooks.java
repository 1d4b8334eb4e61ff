package foretrace.agent;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Rewrites the few classes of the JDK that JdkPlaces names. */
final class JdkHooks {
    private static final List<String> PATTERNS =
            JdkPlaces.EDITS.keySet().stream().filter(name -> name.contains("*")).toList();

    private JdkHooks() {}

    static boolean isHooked(String name) {
        return editsOf(name) != null;
    }

    private static List<Edit> editsOf(String name) {
        List<Edit> own = JdkPlaces.EDITS.get(name);
        if (own != null || !name.startsWith("java/")) return own;
        // The longest pattern says most.
        String best = "";
        for (String pattern : PATTERNS) if (pattern.length() > best.length() && matches(name, pattern)) best = pattern;
        return JdkPlaces.EDITS.get(best);
    }

    private static boolean matches(String name, String pattern) {
        int star = pattern.indexOf('*');
        return name.length() >= pattern.length() - 1 && name.startsWith(pattern.substring(0, star)) && name.endsWith(pattern.substring(star + 1));
    }

    /** Null for a class that stays as it is. Edits that should have found a place and did not are added to `missing`. */
    static byte[] rewritten(String name, byte[] bytes, List<String> missing) {
        List<Edit> edits = editsOf(name);
        if (edits == null) return null;
        ClassReader reader = new ClassReader(bytes);
        ClassNode type = new ClassNode();
        // Frames are made for synchronized methods alone, and to expand those of all takes time when the JVM starts.
        reader.accept(type, edits.stream().anyMatch(edit -> edit.name().equals(InsideEdits.MONITORS.name())) ? ClassReader.EXPAND_FRAMES : 0);
        boolean isChanged = false;
        for (Edit edit : edits) {
            boolean found = false;
            for (MethodNode method : type.methods) {
                if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) found |= edit.apply(method);
            }
            isChanged |= found;
            if (!found && edit.isNeeded()) missing.add(name.replace('/', '.') + "." + edit.name());
        }
        if (!isChanged) return null;
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }
}
