/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stands in front of glibc's functions of the same names, which the loader lets
 * every library call through. Keeps its own records in mapped memory, since it
 * cannot allocate. */
#include "allocations.h"

#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DEPTH 12 /* calls that tell places apart */
#define OWN 2    /* of them here */
#define N_SITES (1u << 16)
#define N_LISTS (1u << 20)
#define N_BLOCKS (1u << 22)

typedef struct {
  gpointer calls[DEPTH];
  gint n_calls;
  gsize bytes;
  guint blocks;
} Site;

/* What is not freed: in a list of those with the same hash. */
typedef struct {
  gpointer memory;
  gsize size;
  guint32 site, next;
} Block;

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);
extern void __libc_free (void *memory);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gboolean watches;
static __thread gboolean is_inside; /* backtrace() may allocate */
static Site *sites;
static guint32 *lists; /* the first block's number, or 0 */
static Block *blocks;
static guint32 n_blocks, unused; /* blocks ever taken, and given back */
static guint lost;               /* that no room was left for */

static gpointer
map (gsize size)
{
  gpointer memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return memory == MAP_FAILED ? NULL : memory;
}

void
allocations_watch (void)
{
  gpointer calls[DEPTH];

  backtrace (calls, DEPTH); /* loads what it needs */
  sites = map (N_SITES * sizeof (Site));
  lists = map (N_LISTS * sizeof (guint32));
  blocks = map (N_BLOCKS * sizeof (Block));
  n_blocks = unused = lost = 0;
  g_atomic_int_set (&watches, sites && lists && blocks);
}

static guint32
list_of (gconstpointer memory)
{
  return (guint32)(((guint64)(gsize)memory >> 4) * 0x9e3779b97f4a7c15u >> 44);
}

/* With the lock held. */
static guint32
find_site (gpointer *calls, gint n)
{
  guint64 hash = 0;
  guint32 i, tries;
  gint k;

  for (k = 0; k < n; k++)
    hash = (hash ^ (gsize)calls[k]) * 0x9e3779b97f4a7c15u;
  i = hash >> 48;
  for (tries = 0; tries < N_SITES; tries++, i = (i + 1) % N_SITES) {
    Site *site = &sites[i];

    if (site->n_calls == 0) {
      memcpy (site->calls, calls, n * sizeof *calls);
      site->n_calls = n;
    }
    if (site->n_calls == n
        && memcmp (site->calls, calls, n * sizeof *calls) == 0)
      return i;
  }
  return 0;
}

static void
insert (gpointer memory, gsize size, gpointer *calls, gint n)
{
  guint32 *list = &lists[list_of (memory)], i = unused;

  if (i)
    unused = blocks[i].next;
  else if (n_blocks + 1 < N_BLOCKS)
    i = ++n_blocks;
  if (!i) {
    lost++;
    return;
  }
  blocks[i] = (Block){ memory, size, find_site (calls, n), *list };
  *list = i;
  sites[blocks[i].site].bytes += size;
  sites[blocks[i].site].blocks++;
}

static gpointer
add (gpointer memory, gsize size)
{
  gpointer calls[DEPTH + OWN];
  gint n;

  if (!memory || is_inside || !g_atomic_int_get (&watches))
    return memory;
  is_inside = TRUE;
  n = backtrace (calls, DEPTH + OWN);
  pthread_mutex_lock (&lock);
  if (n > OWN)
    insert (memory, size, calls + OWN, n - OWN);
  pthread_mutex_unlock (&lock);
  is_inside = FALSE;
  return memory;
}

/* Before another thread can have the memory. */
static void
drop (gconstpointer memory)
{
  guint32 *at;

  if (!memory || !g_atomic_int_get (&watches))
    return;
  pthread_mutex_lock (&lock);
  for (at = &lists[list_of (memory)]; *at; at = &blocks[*at].next) {
    const guint32 i = *at;

    if (blocks[i].memory != memory)
      continue;
    sites[blocks[i].site].bytes -= blocks[i].size;
    sites[blocks[i].site].blocks--;
    *at = blocks[i].next;
    blocks[i].next = unused;
    unused = i;
    break;
  }
  pthread_mutex_unlock (&lock);
}

/* What libraries find in place of glibc's. */
#pragma GCC visibility push(default)

void *
malloc (size_t size)
{
  return add (__libc_malloc (size), size);
}

void *
calloc (size_t n, size_t size)
{
  return add (__libc_calloc (n, size), n * size);
}

void *
realloc (void *memory, size_t size)
{
  drop (memory);
  return add (__libc_realloc (memory, size), size);
}

void *
memalign (size_t alignment, size_t size)
{
  return add (__libc_memalign (alignment, size), size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return add (__libc_memalign (alignment, size), size);
}

int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  void *taken = __libc_memalign (alignment, size);

  if (!taken)
    return ENOMEM;
  *memory = add (taken, size);
  return 0;
}

void
free (void *memory)
{
  drop (memory);
  __libc_free (memory);
}

#pragma GCC visibility pop

/* --- what is left --- */

static Site *
largest (void)
{
  Site *found = NULL;
  guint i;

  for (i = 0; i < N_SITES; i++)
    if (sites[i].bytes > 0 && (!found || sites[i].bytes > found->bytes))
      found = &sites[i];
  return found;
}

void
allocations_print (guint n)
{
  Site *site;
  gint i;

  if (!watches)
    return;
  g_atomic_int_set (&watches, FALSE);
  if (lost > 0)
    g_print ("%u allocations were not counted\n", lost);
  for (; n > 0 && (site = largest ()); n--) {
    gchar **names = backtrace_symbols (site->calls, site->n_calls);

    g_print (
        "%" G_GSIZE_FORMAT " bytes in %u blocks:\n", site->bytes, site->blocks);
    for (i = 0; names && i < site->n_calls; i++)
      g_print ("    %s\n", names[i]);
    free (names);
    site->bytes = 0;
  }
}
