// Messages of POSIX and of System V bring with them what was done before they were sent; so does what a semaphore of System V is given.
#include "suite.h"
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

struct message {
  long kind;
  char text[8];
};

int posix, timed, system_v, counted;
mqd_t queue = (mqd_t)-1;
int messages = -1, semaphores = -1;

static void *sender(void *unused) {
  struct message message = {1, "hello"};
  struct timespec until = in_a_while(CLOCK_REALTIME);
  struct sembuf give = {0, 1, 0};
  posix = 1;
  if (queue != (mqd_t)-1) mq_send(queue, "x", 1, 0);
  timed = 1;
  if (queue != (mqd_t)-1) mq_timedsend(queue, "x", 1, 0, &until);
  system_v = 1;
  if (messages >= 0) msgsnd(messages, &message, sizeof message.text, 0);
  counted = 1;
  if (semaphores >= 0) semop(semaphores, &give, 1);
  return unused;
}

static void *receiver(void *unused) {
  struct message message;
  struct timespec until = in_a_while(CLOCK_REALTIME);
  struct sembuf take = {0, -1, 0};
  char text[16];
  int sum = 4;
  if (queue != (mqd_t)-1 && mq_receive(queue, text, sizeof text, NULL) == 1) sum += posix - 1;
  if (queue != (mqd_t)-1 && mq_timedreceive(queue, text, sizeof text, NULL, &until) == 1) sum += timed - 1;
  if (messages >= 0 && msgrcv(messages, &message, sizeof message.text, 0, 0) > 0) sum += system_v - 1;
  while (semaphores >= 0) {
    if (!semop(semaphores, &take, 1)) sum += counted - 1;
    else if (errno == EINTR) continue;
    break;
  }
  if (sum != 4) abort();
  return unused;
}

// A machine without one of them has the others.
int main(void) {
  char name[32];
  struct mq_attr room = {.mq_maxmsg = 2, .mq_msgsize = 8};
  snprintf(name, sizeof name, "/suite-%d", (int)getpid());
  queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &room);
  if (queue != (mqd_t)-1) mq_unlink(name);
  messages = msgget(IPC_PRIVATE, 0600);
  semaphores = semget(IPC_PRIVATE, 1, 0600);
  both(sender, receiver);
  if (messages >= 0) msgctl(messages, IPC_RMID, NULL);
  if (semaphores >= 0) semctl(semaphores, 0, IPC_RMID);
  return 0;
}
