package foretrace.agent;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts hooks around what one method does. Temporaries stand behind the locals of the method and live within one instruction of it: no frame knows them. */
final class MethodRewriter {
    static final String ACCESSES = "foretrace/runtime/Accesses";
    private static final String LOG = "Ljava/lang/Object;";
    static final String MONITORS = "foretrace/runtime/Monitors";
    static final String INITIALISATION = "foretrace/runtime/Initialisation";

    private final ClassNode type;
    private final MethodNode method;
    private final SiteMaker sites;
    private final FieldFinder fields;
    private final CallRewriter calls;
    private final MethodReferences references;
    private final InsnList code;
    /** The first local that is free. */
    private final int free;
    private final LogLocal log;
    /** The class has code that others come after. */
    private final boolean isInitialised;
    private final boolean isStatic;

    MethodRewriter(ClassNode type, MethodNode method, SiteMaker sites, FieldFinder fields, List<MethodNode> made) {
        this.type = type;
        this.method = method;
        this.sites = sites;
        this.fields = fields;
        code = method.instructions;
        SynchronizedMethod.rewrite(type, method);
        log = new LogLocal(method, method.maxLocals);
        free = log.next();
        isInitialised = type.methods.stream().anyMatch(one -> one.name.equals("<clinit>"));
        isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        calls = new CallRewriter(code, sites, fields, free);
        references = new MethodReferences(type, sites, fields, made);
    }

    void rewrite() {
        AbstractInsnNode begin = SuperCall.bodyOf(method);
        boolean isBody = begin == null;
        new Handlers(method, sites).rewrite();
        AbstractInsnNode[] all = code.toArray();
        for (AbstractInsnNode instruction : all) {
            if (instruction instanceof LineNumberNode line) sites.line(line.line);
            else rewrite(instruction, isBody);
            if (instruction == begin) isBody = true;
        }
        enter(begin);
        log.begin();
    }

    private void rewrite(AbstractInsnNode instruction, boolean isBody) {
        switch (instruction.getOpcode()) {
            case Opcodes.GETFIELD, Opcodes.PUTFIELD -> {
                // Before the constructor of the superclass has run, `this` is nothing that a hook may have.
                FieldInsnNode field = (FieldInsnNode) instruction;
                if (isBody || !field.owner.equals(type.name)) objectField(field);
            }
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> staticField((FieldInsnNode) instruction);
            case Opcodes.IALOAD, Opcodes.LALOAD, Opcodes.FALOAD, Opcodes.DALOAD, Opcodes.AALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD -> {
                code.insertBefore(instruction, new InsnNode(Opcodes.DUP2));
                accessBefore(instruction, "arrayRead", "Ljava/lang/Object;I", "", "");
            }
            case Opcodes.IASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE -> arrayStore(instruction, Type.INT_TYPE);
            case Opcodes.FASTORE -> arrayStore(instruction, Type.FLOAT_TYPE);
            case Opcodes.LASTORE -> arrayStore(instruction, Type.LONG_TYPE);
            case Opcodes.DASTORE -> arrayStore(instruction, Type.DOUBLE_TYPE);
            case Opcodes.AASTORE -> arrayStore(instruction, Type.getObjectType("java/lang/Object"));
            case Opcodes.NEWARRAY -> {
                InsnList after = new InsnList();
                after.add(new InsnNode(Opcodes.DUP));
                after.add(log.push());
                after.add(call(ACCESSES, "arrayMade", "(Ljava/lang/Object;" + LOG + ")V"));
                code.insert(instruction, after);
            }
            case Opcodes.MONITORENTER -> {
                code.insertBefore(instruction, new InsnNode(Opcodes.DUP));
                code.insertBefore(instruction, new InsnNode(Opcodes.DUP));
                hookBefore(instruction, MONITORS, "request", "(Ljava/lang/Object;I)V", "", "");
                InsnList after = new InsnList();
                after.add(sites.push("", ""));
                after.add(call(MONITORS, "entered", "(Ljava/lang/Object;I)V"));
                code.insert(instruction, after);
            }
            case Opcodes.MONITOREXIT -> {
                code.insertBefore(instruction, new InsnNode(Opcodes.DUP));
                hookBefore(instruction, MONITORS, "exiting", "(Ljava/lang/Object;I)V", "", "");
            }
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC -> {
                if (isBody) calls.rewrite((MethodInsnNode) instruction);
            }
            case Opcodes.INVOKEDYNAMIC -> references.rewrite((InvokeDynamicInsnNode) instruction);
            default -> {
                if (isReturn(instruction)) leave(instruction);
            }
        }
    }

    private void objectField(FieldInsnNode field) {
        int access = fields.access(field.owner, field.name, field.desc);
        if (access == FieldFinder.UNKNOWN || (access & Opcodes.ACC_FINAL) != 0) return;
        boolean isRead = field.getOpcode() == Opcodes.GETFIELD;
        Type value = Type.getType(field.desc);
        if (!isRead) code.insertBefore(field, new VarInsnNode(value.getOpcode(Opcodes.ISTORE), free));
        code.insertBefore(field, new InsnNode(Opcodes.DUP));
        boolean isVolatile = (access & Opcodes.ACC_VOLATILE) != 0;
        if (isVolatile) hookBefore(field, ACCESSES, "volatileBefore", "(Ljava/lang/Object;I)V", field.owner, field.name);
        else accessBefore(field, isRead ? "read" : "write", "Ljava/lang/Object;", field.owner, field.name);
        if (!isRead) code.insertBefore(field, new VarInsnNode(value.getOpcode(Opcodes.ILOAD), free));
        if (isVolatile) hookAfter(field, ACCESSES, isRead ? "volatileRead" : "volatileWritten", field.owner, field.name);
    }

    private void staticField(FieldInsnNode field) {
        int access = fields.access(field.owner, field.name, field.desc);
        if (access == FieldFinder.UNKNOWN) return;
        boolean isRead = field.getOpcode() == Opcodes.GETSTATIC;
        if ((access & Opcodes.ACC_FINAL) != 0) {
            if (isRead && !field.owner.equals(type.name)) hookAfter(field, ACCESSES, "staticUse", field.owner, field.name);
        } else if ((access & Opcodes.ACC_VOLATILE) != 0) {
            AbstractInsnNode site = sites.push(field.owner, field.name);
            code.insertBefore(field, new InsnNode(isRead ? Opcodes.ICONST_0 : Opcodes.ICONST_1));
            code.insertBefore(field, site);
            code.insertBefore(field, call(ACCESSES, "volatileStaticBefore", "(ZI)V"));
            InsnList after = new InsnList();
            // The same site: the second access finds the address that the first has found.
            after.add(site.clone(null));
            after.add(call(ACCESSES, isRead ? "volatileStaticRead" : "volatileStaticWritten", "(I)V"));
            code.insert(field, after);
        } else {
            InsnList after = new InsnList();
            after.add(sites.push(field.owner, field.name));
            after.add(log.push());
            after.add(call(ACCESSES, isRead ? "staticRead" : "staticWrite", "(I" + LOG + ")V"));
            code.insert(field, after);
        }
    }

    private void arrayStore(AbstractInsnNode store, Type value) {
        code.insertBefore(store, new VarInsnNode(value.getOpcode(Opcodes.ISTORE), free));
        code.insertBefore(store, new InsnNode(Opcodes.DUP2));
        accessBefore(store, "arrayWrite", "Ljava/lang/Object;I", "", "");
        code.insertBefore(store, new VarInsnNode(value.getOpcode(Opcodes.ILOAD), free));
    }

    private void enter(AbstractInsnNode begin) {
        InsnList first = new InsnList();
        sites.first();
        if (Transformer.hasState(type) && begin instanceof MethodInsnNode constructor && constructor.owner.equals(type.superName)) {
            first.add(new VarInsnNode(Opcodes.ALOAD, 0));
            first.add(sites.push(type.name, ""));
            first.add(log.push());
            first.add(call(ACCESSES, "made", "(Ljava/lang/Object;I" + LOG + ")V"));
        }
        if (isInitialised && (isStatic || method.name.equals("<init>")) && !method.name.equals("<clinit>")) {
            first.add(sites.push(type.name, ""));
            first.add(call(INITIALISATION, "use", "(I)V"));
        }
        if (begin == null) code.insert(first);
        else code.insert(begin, first);
    }

    private void leave(AbstractInsnNode instruction) {
        if (method.name.equals("<clinit>")) hookBefore(instruction, INITIALISATION, "done", "(I)V", type.name, "");
        if (method.name.equals("<init>")) freeze(instruction);
    }

    /** Before a constructor returns: its final fields that may refer to collections. */
    private void freeze(AbstractInsnNode instruction) {
        if (!hasThis()) return;
        for (FieldNode field : type.fields) {
            boolean isFinal = (field.access & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) == Opcodes.ACC_FINAL;
            if (!isFinal || !field.desc.startsWith("Ljava/util/") && !field.desc.startsWith("Ljava/lang/StringBuilder")) continue;
            code.insertBefore(instruction, new VarInsnNode(Opcodes.ALOAD, 0));
            code.insertBefore(instruction, new FieldInsnNode(Opcodes.GETFIELD, type.name, field.name, field.desc));
            code.insertBefore(instruction, call("foretrace/runtime/Freezes", "frozen", "(Ljava/lang/Object;)V"));
        }
    }

    /** Whether the first local is `this` throughout: tools that make class files smaller use it again. */
    private boolean hasThis() {
        for (AbstractInsnNode i : code.toArray()) if (i instanceof VarInsnNode local && local.var == 0 && local.getOpcode() >= Opcodes.ISTORE) return false;
        return true;
    }

    static boolean isReturn(AbstractInsnNode instruction) {
        return instruction.getOpcode() >= Opcodes.IRETURN && instruction.getOpcode() <= Opcodes.RETURN;
    }

    private void hookBefore(AbstractInsnNode instruction, String owner, String name, String descriptor, String about, String member) {
        code.insertBefore(instruction, sites.push(about, member));
        code.insertBefore(instruction, call(owner, name, descriptor));
    }

    /** A hook of a plain access: it is given what is accessed, the site, and the log. */
    private void accessBefore(AbstractInsnNode instruction, String name, String what, String about, String member) {
        code.insertBefore(instruction, sites.push(about, member));
        code.insertBefore(instruction, log.push());
        code.insertBefore(instruction, call(ACCESSES, name, "(" + what + "I" + LOG + ")V"));
    }

    private void hookAfter(AbstractInsnNode instruction, String owner, String name, String about, String member) {
        InsnList after = new InsnList();
        after.add(sites.push(about, member));
        after.add(call(owner, name, "(I)V"));
        code.insert(instruction, after);
    }

    static MethodInsnNode call(String owner, String name, String descriptor) {
        return Bridge.call(owner, name, descriptor);
    }
}
