package foretrace.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.InsnList;

/** Puts hooks around calls of methods of the JDK that mean something to other threads. Which they are is decided when the receiver is known. */
final class CallRewriter {
    private static final String CALLS = "foretrace/runtime/Calls";
    private static final String HANDLES = "foretrace/runtime/Handles";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String GIVEN = OBJECT + OBJECT + "JI";

    private final InsnList code;
    private final SiteMaker sites;
    private final FieldFinder fields;
    private final int free;

    CallRewriter(InsnList code, SiteMaker sites, FieldFinder fields, int free) {
        this.code = code;
        this.sites = sites;
        this.fields = fields;
        this.free = free;
    }

    void rewrite(MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) staticCall(call);
        else if (ArgumentRewriter.isWanted(call)) new ArgumentRewriter(code, sites, free).rewrite(call);
        else if (call.owner.startsWith("[") && call.name.equals("clone")) new ArrayRewriter(code, sites, free).cloned(call);
        else if (call.name.equals("clone") && call.desc.equals("()" + OBJECT)) cloned(call);
        else if (call.owner.equals("java/lang/invoke/MethodHandles$Lookup") && call.name.startsWith("find") && call.name.endsWith("VarHandle")) handleMade(call);
        else if (isAccess(call)) access(call);
        else if (isWanted(call)) around(call);
    }

    /** It may be the one of Object, which copies all fields. */
    private void cloned(MethodInsnNode call) {
        code.insertBefore(call, new InsnNode(Opcodes.DUP));
        code.insertBefore(call, new VarInsnNode(Opcodes.ASTORE, free));
        InsnList after = new InsnList();
        after.add(new InsnNode(Opcodes.DUP));
        after.add(new VarInsnNode(Opcodes.ALOAD, free));
        after.add(MethodRewriter.call("foretrace/runtime/Accesses", "cloned", "(" + OBJECT + OBJECT + ")V"));
        code.insert(call, after);
    }

    private static boolean isAccess(MethodInsnNode call) {
        if (call.owner.startsWith("java/util/concurrent/atomic/") && call.owner.endsWith("FieldUpdater")) return true;
        return call.owner.equals("java/lang/invoke/VarHandle") && (call.name.startsWith("get") || call.name.startsWith("set")
                || call.name.contains("ompareAnd")) && !call.desc.startsWith("()Ljava/");
    }

    /** Whether the call is worth hooks that look at the receiver. */
    boolean isWanted(MethodInsnNode call) {
        if (call.name.equals("<init>") || call.owner.startsWith("[")) return false;
        boolean isMonitor = call.name.equals("wait") && call.desc.endsWith(")V") || call.name.startsWith("notify") && call.desc.equals("()V");
        if (isMonitor) return true;
        if (call.owner.equals("java/util/Map$Entry")) return call.name.equals("setValue");
        if (FieldFinder.isJdk(call.owner)) return JdkCalls.mayMatter(call.owner);
        // A call of a class's own method may be one that it has not overridden.
        String above = fields.aboveInJdk(call.owner);
        return above.isEmpty() ? JdkCalls.isName(call.name) : JdkCalls.mayMatter(above);
    }

    private void staticCall(MethodInsnNode call) {
        if (ArrayRewriter.isArrayCall(call)) new ArrayRewriter(code, sites, free).rewrite(call);
        if (ArgumentRewriter.isWanted(call)) new ArgumentRewriter(code, sites, free).rewrite(call);
        if (call.name.equals("newUpdater") && call.owner.endsWith("FieldUpdater")) handleMade(call);
        if (!call.owner.equals("java/lang/Thread") || !call.name.equals("interrupted")) return;
        InsnList after = new InsnList();
        after.add(new InsnNode(Opcodes.DUP));
        after.add(sites.push(call.owner, call.name));
        after.add(MethodRewriter.call(CALLS, "interrupted", "(ZI)V"));
        code.insert(call, after);
    }

    /** The class is the first argument of a method that makes a handle or an updater; the name of the field is the one of type String. */
    private void handleMade(MethodInsnNode call) {
        Stored arguments = store(call);
        code.insertBefore(call, arguments.load());
        InsnList after = new InsnList();
        after.add(new InsnNode(Opcodes.DUP));
        int[] locals = arguments.locals;
        after.add(new VarInsnNode(Opcodes.ALOAD, locals[0]));
        for (int i = 0; i < locals.length; i++) if (arguments.types[i].getClassName().equals("java.lang.String")) after.add(new VarInsnNode(Opcodes.ALOAD, locals[i]));
        after.add(MethodRewriter.call(HANDLES, "made", "(" + OBJECT + "Ljava/lang/Class;Ljava/lang/String;)V"));
        code.insert(call, after);
    }

    /** An access by a handle or an updater: the hooks are given the object and the index, if these are the first arguments. */
    private void access(MethodInsnNode call) {
        Stored arguments = store(call);
        InsnList handle = new InsnList();
        handle.add(new InsnNode(Opcodes.DUP));
        handle.add(new VarInsnNode(Opcodes.ASTORE, free));
        code.insertBefore(call, handle);
        AbstractInsnNode site = sites.push(call.owner, call.name);
        code.insertBefore(call, what(arguments, site));
        code.insertBefore(call, MethodRewriter.call(HANDLES, "before", "(" + OBJECT + OBJECT + "II)V"));
        code.insertBefore(call, arguments.load());
        InsnList after = new InsnList();
        boolean tells = Type.getReturnType(call.desc).getSort() == Type.BOOLEAN;
        after.add(new InsnNode(tells ? Opcodes.DUP : Opcodes.ICONST_1));
        after.add(what(arguments, site.clone(null)));
        after.add(MethodRewriter.call(HANDLES, "after", "(Z" + OBJECT + OBJECT + "II)V"));
        code.insert(call, after);
    }

    private InsnList what(Stored stored, AbstractInsnNode site) {
        Type[] arguments = stored.types;
        int[] locals = stored.locals;
        InsnList list = new InsnList();
        list.add(new VarInsnNode(Opcodes.ALOAD, free));
        boolean hasObject = arguments.length > 0 && arguments[0].getSort() >= Type.ARRAY;
        list.add(hasObject ? new VarInsnNode(Opcodes.ALOAD, locals[0]) : new InsnNode(Opcodes.ACONST_NULL));
        boolean hasIndex = arguments.length > 1 && arguments[1].getSort() == Type.INT;
        list.add(hasIndex ? new VarInsnNode(Opcodes.ILOAD, locals[1]) : new InsnNode(Opcodes.ICONST_M1));
        list.add(site);
        return list;
    }

    /** The arguments go to locals behind that of the receiver. */
    private Stored store(MethodInsnNode call) {
        Stored arguments = new Stored(call, free + 1);
        code.insertBefore(call, arguments.store());
        return arguments;
    }

    private void around(MethodInsnNode call) {
        Stored arguments = store(call);
        InsnList before = new InsnList();
        before.add(new InsnNode(Opcodes.DUP));
        before.add(new VarInsnNode(Opcodes.ASTORE, free));
        // `super.add(x)` is the JDK's whatever the class has of its own.
        AbstractInsnNode site = sites.push(call.owner, call.name, call.getOpcode() == Opcodes.INVOKESPECIAL ? "" : call.desc);
        before.add(given(arguments, site));
        before.add(MethodRewriter.call(CALLS, "before", "(" + GIVEN + ")V"));
        code.insertBefore(call, before);
        code.insertBefore(call, arguments.load());
        InsnList after = new InsnList();
        Type result = Type.getReturnType(call.desc);
        String first = switch (result.getSort()) {
            case Type.BOOLEAN -> "Z";
            case Type.LONG -> "J";
            case Type.OBJECT, Type.ARRAY -> OBJECT;
            default -> "";
        };
        if (!first.isEmpty()) after.add(new InsnNode(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
        after.add(given(arguments, site.clone(null)));
        after.add(MethodRewriter.call(CALLS, "after", "(" + first + GIVEN + ")V"));
        code.insert(call, after);
    }

    /** The receiver, the first argument that is an object, the first that is an int or a long, and the site. */
    private InsnList given(Stored stored, AbstractInsnNode site) {
        Type[] arguments = stored.types;
        int[] locals = stored.locals;
        InsnList list = new InsnList();
        list.add(new VarInsnNode(Opcodes.ALOAD, free));
        int object = first(arguments, Type.ARRAY, Type.OBJECT);
        list.add(object < 0 ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, locals[object]));
        int number = first(arguments, Type.INT, Type.LONG);
        if (number < 0) list.add(new InsnNode(Opcodes.LCONST_0));
        else list.add(new VarInsnNode(arguments[number].getOpcode(Opcodes.ILOAD), locals[number]));
        if (number >= 0 && arguments[number].getSort() == Type.INT) list.add(new InsnNode(Opcodes.I2L));
        list.add(site);
        return list;
    }

    private static int first(Type[] arguments, int sort, int last) {
        for (int i = 0; i < arguments.length; i++) {
            int own = arguments[i].getSort();
            if (own >= sort && own <= last && own != Type.FLOAT) return i;
        }
        return -1;
    }
}
