package foretrace.agent;

import foretrace.runtime.Alone;
import foretrace.runtime.ClassFacts;
import foretrace.runtime.Failures;
import foretrace.runtime.Origins;
import foretrace.runtime.Privileged;
import foretrace.runtime.Recording;
import foretrace.runtime.State;
import foretrace.runtime.Threads;
import java.lang.instrument.ClassFileTransformer;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Rewrites the classes of the program as they are loaded, and a few of the JDK. A class that cannot be rewritten runs plain, and a note names it. */
final class Transformer implements ClassFileTransformer {
    private static final Set<String> failed = ConcurrentHashMap.newKeySet();

    /** Whether a class of this name runs plain, which was said. */
    static boolean hasFailed(String name) {
        return failed.contains(name);
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null || name.startsWith("foretrace/")) return null;
        boolean before = Threads.pause();
        try {
            return Privileged.get(() -> rewritten(module, loader, name, domain, bytes));
        } catch (Throwable e) {
            failed.add(name.replace('/', '.'));
            Failures.plain(name, e);
            return null;
        } finally {
            Threads.resume(before);
        }
    }

    private static byte[] rewritten(Module module, ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) return ofJdk(name, bytes);
        return isTool(module) ? null : rewritten(loader, origin(domain), bytes);
    }

    /** The compiler, jshell and what else of the JDK has the class loader of the program. */
    static boolean isTool(Module module) {
        return module.isNamed() && (module.getName().startsWith("jdk.") || module.getName().startsWith("java."));
    }

    private static byte[] ofJdk(String name, byte[] bytes) {
        List<String> missing = new ArrayList<>();
        byte[] result = JdkHooks.rewritten(name, bytes, missing);
        for (String place : missing) Recording.unrecorded("this JDK has no " + place + " that foretrace knows");
        return result;
    }

    private static byte[] rewritten(ClassLoader loader, String origin, byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        if ((type.access & Opcodes.ACC_MODULE) != 0) return null;
        tell(loader, type);
        Origins.tell(type.name.replace('/', '.'), origin);
        boolean hasState = hasState(type);
        FieldFinder fields = new FieldFinder(loader, type);
        List<MethodNode> made = new ArrayList<>();
        for (MethodNode method : type.methods) {
            SiteMaker sites = new SiteMaker(loader, type, method, origin);
            if (method.instructions.size() > 0) new MethodRewriter(type, method, sites, fields, made).rewrite();
            if (method.name.equals("finalize") && method.desc.equals("()V")) Alone.over();
        }
        type.methods.addAll(made);
        // Private and transient: what serialises the objects does not look at it.
        if (hasState) type.fields.add(new FieldNode(Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC, State.NAME, "J", null, null));
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    /** Whether objects of the class get the field of State: it is in the topmost class that is not of the JDK. */
    static boolean hasState(ClassNode type) {
        return "java/lang/Object".equals(type.superName) && (type.access & Opcodes.ACC_INTERFACE) == 0;
    }

    private static void tell(ClassLoader loader, ClassNode type) {
        List<String> fields = new ArrayList<>();
        List<String> statics = new ArrayList<>();
        for (FieldNode field : type.fields) ((field.access & Opcodes.ACC_STATIC) != 0 ? statics : fields).add(field.name);
        Set<String> synchronizedMethods = new HashSet<>();
        for (MethodNode method : type.methods) if (SynchronizedMethod.isOne(method)) synchronizedMethods.add(method.name + method.desc);
        ClassFacts.tell(loader, type.name.replace('/', '.'), fields, statics, methods(type), synchronizedMethods);
    }

    /** Those that another class may mean when it calls a method of the JDK; none of a class that is no such thing. */
    private static Set<String> methods(ClassNode type) {
        Set<String> methods = new HashSet<>();
        if (type.superName == null || type.superName.equals("java/lang/Object")) return methods;
        for (MethodNode method : type.methods) if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0) methods.add(method.name + method.desc);
        return methods;
    }

    /** The name of the jar; empty for folders. */
    private static String origin(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        String path = source == null || source.getLocation() == null ? "" : source.getLocation().getPath();
        if (path.endsWith("!/")) path = path.substring(0, path.length() - 2);
        return path.endsWith(".jar") ? path.substring(path.lastIndexOf('/') + 1) : "";
    }
}
