/* Runs a kernel's blocks one after the other, a block's threads as contexts
 * that take turns at barriers. */
#include "block.h"
#include "emulated.h"

#include <ucontext.h>

#include <vector>

EmulatedIndex threadIdx, blockIdx;

namespace
{

struct Thread {
  ucontext_t context;
  std::vector<char> stack;
  bool done;
};

const size_t stack_size = 256 << 10;

std::vector<Thread> threads;
ucontext_t scheduler;
unsigned current;
void (*entry) ();

void
start ()
{
  entry ();
  threads[current].done = true;
}

} // namespace

void
emulated_barrier ()
{
  swapcontext (&threads[current].context, &scheduler);
}

void
emulated_run (unsigned n_blocks, unsigned n_threads, void (*kernel) ())
{
  entry = kernel;
  threads.resize (n_threads);
  for (blockIdx.x = 0; blockIdx.x < n_blocks; blockIdx.x++) {
    bool running = true;

    for (Thread &t : threads) {
      t.stack.resize (stack_size);
      t.done = false;
      getcontext (&t.context);
      t.context.uc_stack.ss_sp = t.stack.data ();
      t.context.uc_stack.ss_size = t.stack.size ();
      t.context.uc_link = &scheduler;
      makecontext (&t.context, start, 0);
    }
    while (running) {
      running = false;
      for (current = 0; current < n_threads; current++) {
        if (threads[current].done)
          continue;
        threadIdx.x = current;
        swapcontext (&scheduler, &threads[current].context);
        running = true;
      }
    }
  }
}
