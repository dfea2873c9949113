/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs a kernel's blocks, or clusters of them, one after the other, their
 * threads as contexts that take turns at barriers. */
#include "block.h"
#include "emulated.h"

#include <ucontext.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

EmulatedIndex threadIdx, blockIdx, blockDim, gridDim;

namespace
{

enum State { RUNNING, AT_WARP, AT_BLOCK, AT_CLUSTER, DONE };

/* Begins on a stack of its own, and there goes on with block after block:
 * contexts change signal masks, jumps do not. */
struct Thread {
  std::unique_ptr<char[]> stack;
  void *place[5]; /* where it goes on */
  State state;
  uint32_t value;       /* for its warp */
  uint32_t matrices[6]; /* a and b of a product */
  const uint8_t *row;   /* of a matrix to load */
};

const size_t stack_size = 256 << 10;
const unsigned warp_size = 32;

std::vector<Thread> threads;   /* as many as there ever were */
unsigned n_threads_of_cluster; /* of them */
unsigned first_block, n_blocks_of_cluster;
size_t shared_words;
void *scheduler[5];
unsigned current;
void (*entry) ();
uint32_t *shared_memory;

/* The address sanitizer would forget all stacks before each jump. */
#define JUMPS __attribute__ ((noinline, no_sanitize_address))

JUMPS void
jump (void **place)
{
  __builtin_longjmp (place, 1);
}

/* Out of the current thread, into the scheduler, and back. */
JUMPS void
leave ()
{
  if (__builtin_setjmp (threads[current].place) == 0)
    jump (scheduler);
}

JUMPS void
enter ()
{
  if (__builtin_setjmp (scheduler) == 0)
    jump (threads[current].place);
}

void
start ()
{
  for (;;) {
    leave ();
    entry ();
    threads[current].state = DONE;
  }
}

/* To its first leave (). */
JUMPS void
begin ()
{
  static ucontext_t context;

  threads[current].stack.reset (new char[stack_size]);
  getcontext (&context);
  context.uc_stack.ss_sp = threads[current].stack.get ();
  context.uc_stack.ss_size = stack_size;
  context.uc_link = NULL;
  makecontext (&context, start, 0);
  /* the address sanitizer would clear what it knows of the stack, which is
   * nothing */
  context.uc_stack = {};
  if (__builtin_setjmp (scheduler) == 0)
    setcontext (&context);
}

void
wait_at (State state)
{
  threads[current].state = state;
  leave ();
}

/* Lets threads go on that have all come to the same barrier, or ended. */
bool
release (unsigned first, unsigned end, State barrier)
{
  bool any = false;

  for (unsigned i = first; i < end; i++) {
    if (threads[i].state != barrier && threads[i].state != DONE)
      return false;
    any |= threads[i].state == barrier;
  }
  for (unsigned i = first; i < end; i++)
    if (threads[i].state == barrier)
      threads[i].state = RUNNING;
  return any;
}

/* A warp, which ends with its block, to the block's next barrier or its end,
 * before any other warp goes on. Orders change, so that a missing barrier is
 * seen. */
void
run_warp (unsigned first, unsigned end, bool backwards)
{
  unsigned n = std::min (warp_size, end - first);

  do {
    for (unsigned i = 0; i < n; i++) {
      current = first + (backwards ? n - 1 - i : i);
      if (threads[current].state != RUNNING)
        continue;
      threadIdx.x = current % blockDim.x;
      blockIdx.x = first_block + current / blockDim.x;
      enter ();
    }
    backwards = !backwards;
  } while (release (first, first + n, AT_WARP));
}

/* A block to the cluster's next barrier, or its end. */
void
run_block (unsigned number, bool backwards)
{
  unsigned first = number * blockDim.x, end = first + blockDim.x;
  unsigned n_warps = (blockDim.x + warp_size - 1) / warp_size;

  do {
    for (unsigned i = 0; i < n_warps; i++)
      run_warp (first + (backwards ? n_warps - 1 - i : i) * warp_size, end,
          backwards);
    backwards = !backwards;
  } while (release (first, end, AT_BLOCK));
}

void
run_cluster (bool backwards)
{
  do {
    for (unsigned i = 0; i < n_blocks_of_cluster; i++)
      run_block (backwards ? n_blocks_of_cluster - 1 - i : i, backwards);
    backwards = !backwards;
  } while (release (0, n_threads_of_cluster, AT_CLUSTER));
  for (unsigned i = 0; i < n_threads_of_cluster; i++)
    if (threads[i].state != DONE) {
      fprintf (stderr, "threads wait at different barriers\n");
      abort ();
    }
}

} // namespace

void
emulated_block_barrier ()
{
  wait_at (AT_BLOCK);
}

void
emulated_cluster_barrier ()
{
  wait_at (AT_CLUSTER);
}

unsigned
emulated_cluster_rank ()
{
  return current / blockDim.x;
}

unsigned
emulated_cluster_blocks ()
{
  return n_blocks_of_cluster;
}

void
emulated_warp_barrier ()
{
  wait_at (AT_WARP);
}

uint32_t
emulated_shuffle (uint32_t value, unsigned from)
{
  unsigned warp = current / warp_size * warp_size;
  uint32_t result;

  threads[current].value = value;
  wait_at (AT_WARP);
  result = threads[warp + from].value;
  wait_at (AT_WARP);
  return result;
}

uint32_t
emulated_ballot (bool flag)
{
  unsigned warp = current / warp_size * warp_size;
  uint32_t result = 0;

  threads[current].value = flag;
  wait_at (AT_WARP);
  for (unsigned i = 0; i < warp_size; i++)
    result |= threads[warp + i].value << i;
  wait_at (AT_WARP);
  return result;
}

/* Element k of the lane's part of a row of a, or of a column of b. */
static int
element (uint32_t word, unsigned i, bool is_signed)
{
  uint8_t byte = word >> 8 * i;

  return is_signed ? (int8_t)byte : byte;
}

void
emulated_mma (int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1,
    bool a_signed, bool b_signed)
{
  unsigned warp = current / warp_size * warp_size, lane = current - warp;
  uint32_t *own = threads[current].matrices;

  std::copy_n (a, 4, own);
  own[4] = b0;
  own[5] = b1;
  wait_at (AT_WARP);
  for (unsigned i = 0; i < 4; i++) {
    unsigned row = lane / 4, column = lane % 4 * 2 + i % 2;

    for (unsigned k = 0; k < 32; k++) {
      unsigned from = k % 16 / 4, half = k / 16;
      const uint32_t *left = threads[warp + row * 4 + from].matrices;
      const uint32_t *right = threads[warp + column * 4 + from].matrices;

      d[i] += element (left[2 * half + i / 2], k % 4, a_signed)
              * element (right[4 + half], k % 4, b_signed);
    }
  }
  wait_at (AT_WARP);
}

void
emulated_load_matrices (uint32_t (&m)[4], const uint8_t *row)
{
  unsigned warp = current / warp_size * warp_size, lane = current - warp;

  if ((uintptr_t)row % 16 != 0)
    abort ();
  threads[current].row = row;
  wait_at (AT_WARP);
  for (unsigned i = 0; i < 4; i++)
    memcpy (&m[i], threads[warp + 8 * i + lane / 4].row + lane % 4 * 4, 4);
  wait_at (AT_WARP);
}

uint32_t *
emulated_shared ()
{
  return shared_memory + emulated_cluster_rank () * shared_words;
}

void *
emulated_shared_of (void *own, unsigned rank)
{
  return (uint32_t *)own
         + ((ptrdiff_t)rank - (ptrdiff_t)emulated_cluster_rank ())
               * (ptrdiff_t)shared_words;
}

void
emulated_run (unsigned n_blocks, unsigned n_threads, size_t shared,
    void (*kernel) (), unsigned cluster)
{
  entry = kernel;
  n_threads_of_cluster = n_threads * cluster;
  for (current = threads.size (); current < n_threads_of_cluster; current++) {
    threads.emplace_back ();
    begin ();
  }
  gridDim.x = n_blocks;
  blockDim.x = n_threads;
  n_blocks_of_cluster = cluster;
  shared_words = (shared + 127) / 128 * 32;
  if (posix_memalign ((void **)&shared_memory, 128, shared_words * 4 * cluster)
      != 0)
    abort ();
  for (first_block = 0; first_block < n_blocks; first_block += cluster) {
    for (unsigned i = 0; i < n_threads_of_cluster; i++)
      threads[i].state = RUNNING;
    run_cluster (first_block / cluster % 2);
  }
  free (shared_memory);
}
