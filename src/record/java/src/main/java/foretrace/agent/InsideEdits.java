package foretrace.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Edits for code of the program that methods of the JDK call: what these have ordered, or locked, is so within. */
final class InsideEdits {
    private static final String OBJECT = "Ljava/lang/Object;";
    /** Methods that call a function for one key, which is their first argument. */
    static final Set<String> OF_KEY = Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    private InsideEdits() {}

    /** Locks of monitors, as of the program's own classes. */
    static final Edit MONITORS = new Edit("monitors", true, code -> {
        if ((code.access & Opcodes.ACC_STATIC) != 0 || code.name.equals("<init>")) return false;
        boolean found = atMonitors(code, list(new InsnNode(Opcodes.DUP), new InsnNode(Opcodes.DUP), jdk("entering", 1)), entered(code.name),
                list(new InsnNode(Opcodes.DUP), jdk("exiting", 1)));
        if ((code.access & Opcodes.ACC_SYNCHRONIZED) == 0) return found;
        synchronizedMethod(code);
        return true;
    });

    /** Functions of one key that are called under the lock of a bin: in any case the lock is given up, also when the function fails. */
    static final Edit KEYS_UNDER_LOCK = new Edit("compute", true, code -> isOfKey(code) && atMonitors(code, list(), call("insideKey", 0, 1), call("outsideKey", 0, 1)));

    /** Functions of one key that are called without a lock. */
    static final Edit KEYS = new Edit("compute", true, code -> isOfKey(code) && aroundFunctions(code, call("insideKey", 0, 1), call("outsideKey", 0, 1)));

    /** Any other function. */
    static final Edit FUNCTIONS =
            new Edit("functions", false, code -> !isOfKey(code) && isOfObject(code) && aroundFunctions(code, call("inside", 0), call("outside", 0)));

    /** Functions that an updater calls for an object. */
    static final Edit UPDATES =
            new Edit("updates", true, code -> isOfObject(code) && aroundFunctions(code, call("insideUpdate", 0, 1), call("outsideUpdate", 0, 1)));

    /** Functions that many threads call at once for parts of an object which they do not name. */
    static final Edit TASKS = new Edit("tasks", false, code -> aroundFunctions(code, Edit.given(Edit.NOTHING, "afterAll"), new InsnList()));

    /** Keys and elements are compared, by code of the program if they are its objects. */
    static final Edit COMPARISONS = new Edit("comparisons", false, code -> {
        if (!isOfObject(code)) return false;
        boolean ofKey = code.desc.startsWith("(" + OBJECT) && !code.name.startsWith("contains");
        boolean found = false;
        for (AbstractInsnNode i : code.instructions.toArray()) {
            if (!(i instanceof MethodInsnNode call) || !isComparison(call)) continue;
            code.instructions.insertBefore(i, ofKey ? call("insideKey", 0, 1) : call("inside", 0));
            found = true;
        }
        return found;
    });

    private static boolean isComparison(MethodInsnNode call) {
        boolean isEquals = call.name.equals("equals") && call.owner.equals("java/lang/Object");
        return isEquals || call.name.equals("cpr") || call.name.equals("compareTo") && call.owner.equals("java/lang/Comparable");
    }

    /** Elements are compared wherever its lock is had. */
    static final Edit LOCKED = new Edit("lock", true, code -> {
        boolean found = false;
        for (AbstractInsnNode i : code.instructions.toArray()) {
            if (!isOfObject(code) || !(i instanceof MethodInsnNode call) || !call.owner.endsWith("/ReentrantLock")) continue;
            if (!call.name.equals("lock") && !call.name.equals("lockInterruptibly")) continue;
            code.instructions.insert(i, call("inside", 0));
            found = true;
        }
        return found;
    });

    /** Whoever walks by an iterator, as `forEach` and `toString` do, comes after what it finds. */
    static final Edit NEXT = new Edit("next", false, code -> {
        if (!isOfObject(code) || !code.name.startsWith("next") || !code.desc.startsWith("()L")) return false;
        for (AbstractInsnNode i : at(code, Opcodes.ARETURN)) code.instructions.insertBefore(i, call("inside", 0));
        return true;
    });

    /** Subscribers get one thing after the other, and come after all that was published. */
    static final Edit SUBSCRIBERS = new Edit("subscribers", true, code -> around(code, "java/util/concurrent/Flow$Subscriber", call("receive", 0), call -> true, call("send", 0)));

    /** Spliterators that do not say what they are of. */
    static final Edit PARTS = new Edit("parts", true,
            code -> (code.name.toLowerCase(Locale.ROOT).endsWith("spliterator") || code.name.equals("trySplit")) && atResult(code, jdk("part", 2)));

    /** The ends of a pipe. */
    static final Edit ENDS = new Edit("ends", true, code -> (code.name.equals("source") || code.name.equals("sink"))
            && atResult(code, Bridge.call("foretrace/runtime/Inputs", "end", "(" + OBJECT + OBJECT + ")V")));

    /** The hook is given the object and what its method returns. */
    private static boolean atResult(MethodNode code, MethodInsnNode hook) {
        if (!isOfObject(code) || !code.desc.startsWith("()L")) return false;
        InsnList told = list(new InsnNode(Opcodes.DUP), new VarInsnNode(Opcodes.ALOAD, 0), new InsnNode(Opcodes.SWAP), hook);
        for (AbstractInsnNode i : at(code, Opcodes.ARETURN)) code.instructions.insertBefore(i, copy(told));
        return true;
    }

    private static boolean isOfObject(MethodNode code) {
        return (code.access & Opcodes.ACC_STATIC) == 0;
    }

    private static boolean isOfKey(MethodNode code) {
        return OF_KEY.contains(code.name) && code.desc.startsWith("(" + OBJECT);
    }

    private static boolean aroundFunctions(MethodNode code, InsnList before, InsnList after) {
        // What has no result, or a yes or no, has made nothing that others will see.
        return around(code, "java/util/function/", before, call -> !call.desc.endsWith(")V") && !call.desc.endsWith(")Z"), after);
    }

    /** Around calls of methods of interfaces that are called so, or begin so. */
    private static boolean around(MethodNode code, String owner, InsnList before, Predicate<MethodInsnNode> isFollowed, InsnList after) {
        boolean found = false;
        for (AbstractInsnNode i : code.instructions.toArray()) {
            if (!(i instanceof MethodInsnNode call) || !call.owner.startsWith(owner) || call.getOpcode() != Opcodes.INVOKEINTERFACE) continue;
            code.instructions.insertBefore(i, copy(before));
            if (isFollowed.test(call)) code.instructions.insert(i, copy(after));
            found = true;
        }
        return found;
    }

    private static boolean atMonitors(MethodNode code, InsnList entering, InsnList entered, InsnList exiting) {
        List<AbstractInsnNode> all = at(code, Opcodes.MONITORENTER);
        for (AbstractInsnNode i : all) {
            code.instructions.insertBefore(i, copy(entering));
            code.instructions.insert(i, copy(entered));
        }
        for (AbstractInsnNode i : at(code, Opcodes.MONITOREXIT)) code.instructions.insertBefore(i, copy(exiting));
        return !all.isEmpty();
    }

    /** The JVM takes and gives up the lock of `this`. */
    private static void synchronizedMethod(MethodNode code) {
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        for (AbstractInsnNode i : code.instructions.toArray()) {
            if (i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN) code.instructions.insertBefore(i, call("exiting", 0));
        }
        code.instructions.insert(from);
        code.instructions.insert(entered(code.name));
        code.instructions.insert(new VarInsnNode(Opcodes.ALOAD, 0));
        code.instructions.add(to);
        // The object is `this` there, too.
        code.instructions.add(new FrameNode(Opcodes.F_NEW, 1, new Object[] {"java/lang/Object"}, 1, new Object[] {"java/lang/Throwable"}));
        code.instructions.add(call("exiting", 0));
        code.instructions.add(new InsnNode(Opcodes.ATHROW));
        code.tryCatchBlocks.add(new TryCatchBlockNode(from, to, to, null));
    }

    /** The lock is on the stack. */
    private static InsnList entered(String method) {
        String descriptor = "(" + OBJECT + OBJECT + "Ljava/lang/String;)V";
        return list(new VarInsnNode(Opcodes.ALOAD, 0), new LdcInsnNode(method), Bridge.call(Edit.JDK, "entered", descriptor));
    }

    private static InsnList call(String hook, int... locals) {
        InsnList list = new InsnList();
        for (int local : locals) list.add(new VarInsnNode(Opcodes.ALOAD, local));
        list.add(jdk(hook, locals.length));
        return list;
    }

    private static MethodInsnNode jdk(String hook, int objects) {
        return Bridge.call(Edit.JDK, hook, "(" + OBJECT.repeat(objects) + ")V");
    }

    private static List<AbstractInsnNode> at(MethodNode code, int opcode) {
        List<AbstractInsnNode> found = new ArrayList<>();
        for (AbstractInsnNode i : code.instructions.toArray()) if (i.getOpcode() == opcode) found.add(i);
        return found;
    }

    private static InsnList list(AbstractInsnNode... instructions) {
        InsnList list = new InsnList();
        for (AbstractInsnNode i : instructions) list.add(i);
        return list;
    }

    private static InsnList copy(InsnList list) {
        InsnList copy = new InsnList();
        for (AbstractInsnNode i : list.toArray()) copy.add(i.clone(null));
        return copy;
    }
}
