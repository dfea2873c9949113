/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reader of PGMs in the programs that cudafilters-kernelgen writes, of
 * which GENERATED is one. It ends the program where it refuses: here it goes
 * back to the fuzzer, which then frees what the program would have. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

#define BLOCKS_MAX 2         /* samples, and a row of bytes */
#define BLOCK_MAX (16 << 20) /* more costs time */

static jmp_buf refused;
static FILE *opened, *messages;
static gpointer blocks[BLOCKS_MAX];
static guint n_blocks;
static const guint8 *content;
static gsize content_length;

static FILE *
open_content (const char *path, const char *mode)
{
  return opened = fmemopen ((gpointer)content, content_length, mode);
}

static int
leave_open (FILE *file)
{
  return 0;
}

static gpointer
keep_block (gsize n, gsize size)
{
  gpointer block = n * size > BLOCK_MAX ? NULL : calloc (n, size);

  fuzz_check (n_blocks < BLOCKS_MAX, "there are more blocks");
  if (block)
    blocks[n_blocks++] = block;
  return block;
}

static _Noreturn void
go_back (int status)
{
  longjmp (refused, 1);
}

/* what is kept is freed below */
#define calloc(n, size) keep_block (n, size)
#define malloc(size) keep_block (1, size)
#define free(block)
#define fclose(file) leave_open (file)
#define fopen(path, mode) open_content (path, mode)
#define exit(status) go_back (status)
#define main generated_main
#undef stderr
#define stderr messages
#undef _POSIX_C_SOURCE
#include GENERATED
#undef calloc
#undef malloc
#undef free
#undef fclose
#undef fopen
#undef exit
#undef main

/* The kernel, which nobody calls here */
void
filter_run (const Sample *src, size_t src_pitch, Sample *dst, size_t dst_pitch,
    int width, int height)
{
}

static const gchar *const texts[] = {
  "P5\n4 2\n1023\n\1\2\1\3\1\4\1\5\1\6\1\7\1\1\1\1",
  "P5 # a comment\n# another\n1 1 1023#\nab\n\3\377",
  "P5 2 1 1023 \1\1\2\2",
  "P5 3 3 255 abcdefghi",
  "P5 2147483647 2147483647 1023 ",
  NULL,
};

static const gchar *const words[] = { " ", "\n", "#", "P5", "1023 ", "1024",
  "255", "65535", "1073741824", "2147483648", "-1", "\1\1\1\1", NULL };

static void
make (GRand *rand, GByteArray *input)
{
  fuzz_make_text (rand, input, texts);
}

static void
prepare (void)
{
  messages = fopen ("/dev/null", "w");
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  volatile gboolean accepted = FALSE;
  Image image;

  if (n == 0)
    return FALSE; /* fmemopen() refuses that */
  content = bytes;
  content_length = n;
  n_blocks = 0;
  opened = NULL;
  if (setjmp (refused) == 0) {
    image = image_read ("image.pgm");
    accepted = TRUE;
    for (int y = 0; y < image.height; y++)
      for (int x = 0; x < image.width; x++)
        fuzz_check (row_of (&image, y)[x] <= 1023, "a sample is too large");
  }
  if (opened)
    fclose (opened);
  while (n_blocks > 0)
    free (blocks[--n_blocks]);
  return accepted;
}

const Fuzzer fuzzer = {
  .prepare = prepare, .make = make, .try = try, .words = words
};
