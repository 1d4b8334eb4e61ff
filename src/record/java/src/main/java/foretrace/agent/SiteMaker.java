package foretrace.agent;

import foretrace.runtime.Site;
import foretrace.runtime.Sites;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Numbers for the instructions of one method, by the line that they are of. */
final class SiteMaker {
    private final ClassLoader loader;
    private final ClassNode type;
    private final MethodNode method;
    private final String origin;
    private int line;
    private int place = -1;

    SiteMaker(ClassLoader loader, ClassNode type, MethodNode method, String origin) {
        this.loader = loader;
        this.type = type;
        this.method = method;
        this.origin = origin;
        first();
    }

    /** At the beginning of the method, before its first line. */
    void first() {
        int first = 0;
        for (AbstractInsnNode i = method.instructions.getFirst(); i != null && first == 0; i = i.getNext())
            if (i instanceof LineNumberNode number) first = number.line;
        line(first);
    }

    void line(int now) {
        if (now != line) place = -1;
        line = now;
    }

    /** Pushes the number of a new site. `owner` as in class files. */
    AbstractInsnNode push(String owner, String name) {
        return push(owner, name, "");
    }

    /** `descriptor`: of a call that a class may override. */
    AbstractInsnNode push(String owner, String name, String descriptor) {
        if (place < 0) place = Sites.place(type.name.replace('/', '.'), method.name, type.sourceFile, line, origin);
        return constant(Sites.add(new Site(place, owner.replace('/', '.'), name, descriptor, loader)));
    }

    private static AbstractInsnNode constant(int value) {
        if (value <= 5) return new InsnNode(Opcodes.ICONST_0 + value);
        return value <= Short.MAX_VALUE ? new IntInsnNode(Opcodes.SIPUSH, value) : new LdcInsnNode(value);
    }
}
