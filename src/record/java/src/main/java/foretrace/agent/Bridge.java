package foretrace.agent;

import foretrace.runtime.Accesses;
import foretrace.runtime.Arguments;
import foretrace.runtime.ArrayCalls;
import foretrace.runtime.Calls;
import foretrace.runtime.Failures;
import foretrace.runtime.Freezes;
import foretrace.runtime.Handles;
import foretrace.runtime.Initialisation;
import foretrace.runtime.Inputs;
import foretrace.runtime.Jdk;
import foretrace.runtime.Monitors;
import foretrace.runtime.Recording;
import foretrace.runtime.Roomy;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * One class of java.lang between the program and the hooks. A class loader may hide our packages, as those of plugins and web containers do; nobody but the JVM
 * may define what is in java.lang, so each hands that on. And it is where what a hook throws ends: a program shall not see it.
 */
final class Bridge {
    private static final String NAME = "java/lang/ForetraceHooks";
    private static final List<Class<?>> HOOKS =
            List.of(Accesses.class, Arguments.class, ArrayCalls.class, Calls.class, Freezes.class, Handles.class, Initialisation.class, Inputs.class, Jdk.class, Monitors.class);
    /** Calls, which have the stack of a hook in any case: that may be interpreted, and they compiled. */
    private static final int ROOM = 8;
    private static final String FAILURES = Type.getInternalName(Failures.class);
    private static final String THROWABLE = "java/lang/Throwable";

    private Bridge() {}

    /** The call of a hook; `owner`: its class, as in class files. */
    static MethodInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, NAME, nameOf(owner, name), descriptor, false);
    }

    private static String nameOf(String owner, String name) {
        return owner.substring(owner.lastIndexOf('/') + 1) + "_" + name;
    }

    /** Before the first class is rewritten. java.lang is open to us. */
    static void define() throws IllegalAccessException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, NAME, null, "java/lang/Object", null);
        for (Class<?> hooks : HOOKS) {
            for (Method hook : hooks.getDeclaredMethods()) if (Modifier.isPublic(hook.getModifiers())) forward(writer, hooks, hook);
        }
        writer.visitEnd();
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(writer.toByteArray());
    }

    private static void forward(ClassWriter writer, Class<?> hooks, Method hook) {
        String owner = Type.getInternalName(hooks);
        String descriptor = Type.getMethodDescriptor(hook);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, nameOf(owner, hook.getName()), descriptor, null, null);
        // As the hooks themselves are: the JVM does so for what is in its own packages.
        code.visitAnnotation("Ljdk/internal/vm/annotation/ForceInline;", true).visitEnd();
        Type[] arguments = Type.getArgumentTypes(descriptor);
        Label from = new Label();
        Label failed = new Label();
        Label untold = new Label();
        code.visitTryCatchBlock(from, failed, failed, THROWABLE);
        code.visitTryCatchBlock(failed, untold, untold, THROWABLE);
        code.visitCode();
        if (hook.isAnnotationPresent(Roomy.class)) {
            code.visitIntInsn(Opcodes.BIPUSH, ROOM);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, FAILURES, "room", "(I)I", false);
            code.visitInsn(Opcodes.POP);
        }
        code.visitLabel(from);
        Object[] frame = Stream.of(arguments).map(Bridge::inFrame).toArray();
        Type answer = Type.getReturnType(descriptor);
        int local = 0;
        for (Type argument : arguments) {
            code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
            local += argument.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, hook.getName(), descriptor, false);
        code.visitInsn(answer.getOpcode(Opcodes.IRETURN));
        handler(code, failed, frame);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, FAILURES, "stop", "(L" + THROWABLE + ";)V", false);
        leave(code, answer, arguments);
        // That needs no stack.
        handler(code, untold, frame);
        code.visitFieldInsn(Opcodes.PUTSTATIC, FAILURES, "untold", "L" + THROWABLE + ";");
        code.visitInsn(Opcodes.ICONST_1);
        code.visitFieldInsn(Opcodes.PUTSTATIC, Type.getInternalName(Recording.class), "stopped", "Z");
        leave(code, answer, arguments);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** A hook that answers was given the answer that holds without us, or has none. */
    private static void leave(MethodVisitor code, Type answer, Type[] arguments) {
        if (answer != Type.VOID_TYPE && arguments.length > 0) code.visitVarInsn(answer.getOpcode(Opcodes.ILOAD), 0);
        else if (answer != Type.VOID_TYPE) code.visitInsn(Opcodes.ACONST_NULL);
        code.visitInsn(answer.getOpcode(Opcodes.IRETURN));
    }

    private static Object inFrame(Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            case Type.LONG -> Opcodes.LONG;
            default -> Opcodes.INTEGER;
        };
    }

    private static void handler(MethodVisitor code, Label label, Object[] locals) {
        code.visitLabel(label);
        code.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {THROWABLE});
    }
}
