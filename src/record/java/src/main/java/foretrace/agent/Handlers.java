package foretrace.agent;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Whoever catches an InterruptedException knows of the interrupt, and comes after it. */
final class Handlers {
    private static final Set<String> MAY_BE_INTERRUPTED =
            Set.of("java/lang/InterruptedException", "java/lang/Exception", "java/lang/Throwable");

    private final MethodNode method;
    private final SiteMaker sites;

    Handlers(MethodNode method, SiteMaker sites) {
        this.method = method;
        this.sites = sites;
    }

    void rewrite() {
        Set<LabelNode> done = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.type != null && MAY_BE_INTERRUPTED.contains(block.type) && done.add(block.handler)) rewrite(block.handler);
        }
    }

    /** Before the first instruction, which stands behind labels, lines and the frame. */
    private void rewrite(LabelNode handler) {
        AbstractInsnNode first = handler;
        while (first != null && first.getOpcode() < 0) first = first.getNext();
        if (first == null) return;
        InsnList hook = new InsnList();
        hook.add(new InsnNode(Opcodes.DUP));
        hook.add(sites.push("", ""));
        hook.add(MethodRewriter.call("foretrace/runtime/Calls", "caught", "(Ljava/lang/Throwable;I)V"));
        method.instructions.insertBefore(first, hook);
    }
}
