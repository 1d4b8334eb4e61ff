// What was written before is there for who gets the bytes, by whichever call they came: several messages at once, vectors, from file to file.
#include "suite.h"
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

int ends[2], pipes[2][2], in_messages, spliced, sent, copied, shut;
int files[2];

static void *sender(void *unused) {
  char byte = 'x';
  struct iovec bytes = {&byte, 1};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = &bytes, .msg_iovlen = 1}};
  in_messages = 1;
  if (sendmmsg(ends[0], &message, 1, 0) != 1) abort();
  spliced = 1;
  if (write(pipes[0][1], "y", 1) != 1) abort();
  sent = 1;
  off_t from = 0;
  if (sendfile(pipes[0][1], files[0], &from, 1) != 1) abort();
  copied = 1;
  if (pwritev(files[1], &bytes, 1, 0) != 1) abort();
  reached();
  shut = 1;
  shutdown(ends[0], SHUT_WR);
  return unused;
}

static void *receiver(void *unused) {
  char byte;
  struct iovec bytes = {&byte, 1};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = &bytes, .msg_iovlen = 1}};
  int sum = 0;
  if (recvmmsg(ends[1], &message, 1, 0, NULL) != 1) abort();
  sum += in_messages;
  if (splice(pipes[0][0], NULL, pipes[1][1], NULL, 1, 0) != 1) abort();
  sum += spliced;
  if (tee(pipes[0][0], pipes[1][1], 1, 0) != 1) abort();
  sum += sent;
  always_after(1);
  if (preadv(files[1], &bytes, 1, 0) != 1) abort();
  sum += copied;
  if (recv(ends[1], &byte, 1, 0)) abort();
  sum += shut;
  if (sum != 5) abort();
  return unused;
}

static int file(void) {
  char name[] = "/tmp/suite-XXXXXX";
  int made = mkstemp(name);
  unlink(name);
  return made;
}

int main(void) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || pipe(pipes[0]) || pipe(pipes[1])) return 1;
  files[0] = file();
  files[1] = file();
  if (write(files[0], "z", 1) != 1) return 1;
  both(sender, receiver);
  return 0;
}
