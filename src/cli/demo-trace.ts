// The run that `foretrace demo` talks about: a small bank in which one thread forgot the lock.

export const DEMO_TRACE = `# A deposit under the lock, and an audit that forgot it.
main|w(balance)|bank.c:10
main|fork(teller)|bank.c:12
main|fork(audit)|bank.c:13
teller|acq(m)|bank.c:20
teller|r(balance)|bank.c:21
teller|w(balance)|bank.c:22
teller|rel(m)|bank.c:23
audit|r(balance)|bank.c:31
main|join(teller)|bank.c:15
main|join(audit)|bank.c:16
main|r(balance)|bank.c:17
`;
