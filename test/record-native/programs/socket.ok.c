// What was written before a connection was asked for is read after it was accepted.
#include "suite.h"
#include <netinet/in.h>
#include <sys/socket.h>

struct sockaddr_in place = {.sin_family = AF_INET};
int value;

static void *client(void *unused) {
  int link = socket(AF_INET, SOCK_STREAM, 0);
  value = 1;
  if (connect(link, (struct sockaddr *)&place, sizeof place)) abort();
  close(link);
  return unused;
}

int main(void) {
  socklen_t size = sizeof place;
  int server = socket(AF_INET, SOCK_STREAM, 0);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, (struct sockaddr *)&place, sizeof place) || listen(server, 1)) return 1;
  getsockname(server, (struct sockaddr *)&place, &size);
  pthread_t thread = start(client, NULL);
  int link = accept(server, NULL, NULL);
  value++;
  join(thread);
  close(link);
  close(server);
  return value != 2;
}
