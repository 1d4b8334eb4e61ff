/** Under which name a new thread finds what its maker tells it, in the environment data of its own. */
export const INHERITANCE = '__foretrace_thread';
