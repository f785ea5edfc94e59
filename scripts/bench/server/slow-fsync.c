// Loaded before the C library (LD_PRELOAD) into the server of a benchmark: every fsync takes some milliseconds longer, as on a
// disk that does not cache. FSYNC_DELAY_US says how many microseconds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void delay(void) {
  const char *us = getenv("FSYNC_DELAY_US");
  if (us != NULL) usleep((useconds_t)atoi(us));
}

int fsync(int fd) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  delay();
  return next(fd);
}

int fdatasync(int fd) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  delay();
  return next(fd);
}
