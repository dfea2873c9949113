/* Runs a kernel's blocks one after the other, a block's threads as contexts
 * that take turns at barriers. */
#include "block.h"
#include "emulated.h"

#include <ucontext.h>

#include <cstdio>
#include <vector>

EmulatedIndex threadIdx, blockIdx, blockDim, gridDim;

namespace
{

enum State { RUNNING, AT_WARP, AT_BLOCK, DONE };

struct Thread {
  ucontext_t context;
  std::vector<char> stack;
  State state;
  uint32_t value; /* for its warp */
};

const size_t stack_size = 256 << 10;
const unsigned warp_size = 32;

std::vector<Thread> threads;
ucontext_t scheduler;
unsigned current;
void (*entry) ();
uint32_t *shared_memory;

void
start ()
{
  entry ();
  threads[current].state = DONE;
}

void
wait_at (State state)
{
  threads[current].state = state;
  swapcontext (&threads[current].context, &scheduler);
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

/* A warp to the block's next barrier or its end, before any other warp goes
 * on. Orders change, so that a missing barrier is seen. */
void
run_warp (unsigned first, bool backwards)
{
  unsigned n = std::min<size_t> (warp_size, threads.size () - first);

  do {
    for (unsigned i = 0; i < n; i++) {
      current = first + (backwards ? n - 1 - i : i);
      if (threads[current].state != RUNNING)
        continue;
      threadIdx.x = current;
      swapcontext (&scheduler, &threads[current].context);
    }
    backwards = !backwards;
  } while (release (first, first + n, AT_WARP));
}

void
run_block (bool backwards)
{
  unsigned n_warps = (threads.size () + warp_size - 1) / warp_size;

  do {
    for (unsigned i = 0; i < n_warps; i++)
      run_warp ((backwards ? n_warps - 1 - i : i) * warp_size, backwards);
    backwards = !backwards;
  } while (release (0, threads.size (), AT_BLOCK));
  for (const Thread &t : threads)
    if (t.state != DONE) {
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

uint32_t *
emulated_shared ()
{
  return shared_memory;
}

void
emulated_run (
    unsigned n_blocks, unsigned n_threads, size_t shared, void (*kernel) ())
{
  entry = kernel;
  threads.resize (n_threads);
  gridDim.x = n_blocks;
  blockDim.x = n_threads;
  if (posix_memalign ((void **)&shared_memory, 128, shared) != 0)
    abort ();
  for (blockIdx.x = 0; blockIdx.x < n_blocks; blockIdx.x++) {
    for (Thread &t : threads) {
      t.stack.resize (stack_size);
      t.state = RUNNING;
      getcontext (&t.context);
      t.context.uc_stack.ss_sp = t.stack.data ();
      t.context.uc_stack.ss_size = t.stack.size ();
      t.context.uc_link = &scheduler;
      makecontext (&t.context, start, 0);
    }
    run_block (blockIdx.x % 2);
  }
  free (shared_memory);
}
