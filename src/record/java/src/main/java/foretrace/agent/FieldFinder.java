package foretrace.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** What is known of classes that a class speaks of, from their files: nothing is loaded for it. */
final class FieldFinder {
    /** Nothing is known of the field. */
    static final int UNKNOWN = -1;

    private final ClassLoader loader;
    private final Map<String, ClassNode> classes = new HashMap<>();

    FieldFinder(ClassLoader loader, ClassNode own) {
        this.loader = loader;
        classes.put(own.name, own);
    }

    /** The access flags of the field that the instruction means; UNKNOWN for one of the JDK, too. */
    int access(String owner, String name, String descriptor) {
        ClassNode type = of(owner);
        if (type == null) return UNKNOWN;
        for (FieldNode field : type.fields) if (field.name.equals(name) && field.desc.equals(descriptor)) return field.access;
        for (String other : type.interfaces) {
            int found = access(other, name, descriptor);
            if (found != UNKNOWN) return found;
        }
        return type.superName == null ? UNKNOWN : access(type.superName, name, descriptor);
    }

    /** The first class above one of the program that is of the JDK; empty if nobody knows. */
    String aboveInJdk(String owner) {
        String name = owner;
        while (!isJdk(name)) {
            ClassNode type = of(name);
            if (type == null || (type.access & Opcodes.ACC_INTERFACE) != 0 || type.superName == null) return "";
            name = type.superName;
        }
        return name;
    }

    static boolean isJdk(String name) {
        return name.startsWith("java/") || name.startsWith("jdk/") || name.startsWith("javax/") || name.startsWith("sun/");
    }

    private ClassNode of(String name) {
        if (classes.containsKey(name)) return classes.get(name);
        ClassNode found = isJdk(name) || name.startsWith("[") ? null : read(name);
        classes.put(name, found);
        return found;
    }

    private ClassNode read(String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            if (in == null) return null;
            ClassNode type = new ClassNode();
            new ClassReader(in).accept(type, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return type;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }
}
