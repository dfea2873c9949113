/* The reader of masks, on mutations of PNGs, half of them with checksums that
 * are right again. Usage: fuzz_inpaint_mask [SECONDS [SEED]]; the seed of a run
 * is the first that it prints, and inputs are the same for the same seed. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "cferror.h"
#include "gstcudainpaintpng.h"
#include "pngtest.h"

#define SIGNATURE_BYTES 8
#define MUTATIONS_MAX 6
#define MESSAGE_MAX 300
/* Larger pictures would cost time, and show no more. */
#define PIXELS_MAX (1 << 20)

static const GByteArray *current;

static void
check (gboolean condition, const gchar *why)
{
  gchar *text;

  if (condition)
    return;
  text = g_base64_encode (current->data, current->len);
  g_print ("%s\ninput of %u bytes, in base64: %s\n", why, current->len, text);
  exit (1);
}

/* Inputs */

static GByteArray *
random_png (GRand *rand)
{
  gint width = g_rand_int_range (rand, 1, 70);
  gint height = g_rand_int_range (rand, 1, 40);
  guint8 *grey = g_malloc (width * height);
  GByteArray *png;
  gint i;

  for (i = 0; i < width * height; i++)
    grey[i] = g_rand_boolean (rand) ? 255 : g_rand_int (rand);
  png = png_test_write (grey, width, height,
      g_rand_int_range (rand, 0, PNG_TEST_N_KINDS), g_rand_boolean (rand));
  g_free (grey);
  return png;
}

static void
mutate (GByteArray *png, GRand *rand)
{
  guint at = g_rand_int_range (rand, 0, png->len + 1);
  guint n = g_rand_int_range (rand, 1, 24);

  n = MIN (n, png->len - at);
  switch (g_rand_int_range (rand, 0, 6)) {
    case 0: /* the end is missing */
      g_byte_array_set_size (png, at);
      break;
    case 1:
      if (n > 0)
        g_byte_array_remove_range (png, at, n);
      break;
    case 2: { /* some bytes again, at the end */
      guint8 copy[24];

      memcpy (copy, png->data + at, n);
      g_byte_array_append (png, copy, n);
      break;
    }
    case 3: /* in the header: size, depth, colour type, interlacing */
      at = SIGNATURE_BYTES + 8 + g_rand_int_range (rand, 0, 13);
      if (at < png->len)
        png->data[at] = g_rand_int_range (rand, 0, 20);
      break;
    default:
      if (at < png->len)
        png->data[at] ^= 1 << g_rand_int_range (rand, 0, 8);
      break;
  }
}

static guint32
read_32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof (value));
  return GUINT32_FROM_BE (value);
}

/* Of each chunk: length, type, data, checksum of type and data */
static void
repair_checksums (GByteArray *png)
{
  gsize at = SIGNATURE_BYTES;

  while (at + 12 <= png->len) {
    gsize length = read_32 (png->data + at);
    guint32 sum;

    if (length > png->len - at - 12)
      return;
    sum = GUINT32_TO_BE (
        (guint32)crc32 (crc32 (0, NULL, 0), png->data + at + 4, length + 4));
    memcpy (png->data + at + 8 + length, &sum, sizeof (sum));
    at += length + 12;
  }
}

static gboolean
is_large (const GByteArray *png)
{
  return png->len >= SIGNATURE_BYTES + 16
         && (guint64)read_32 (png->data + SIGNATURE_BYTES + 8)
                    * read_32 (png->data + SIGNATURE_BYTES + 12)
                > PIXELS_MAX;
}

static GByteArray *
make_input (GRand *rand)
{
  GByteArray *png = random_png (rand);
  gint n = g_rand_int_range (rand, 0, MUTATIONS_MAX);

  while (n-- > 0)
    mutate (png, rand);
  if (g_rand_boolean (rand))
    repair_checksums (png);
  return png;
}

/* Checks */

/* No bit is set outside of the box, and the box is as small as it can be. */
static void
check_mask (const GstCudaFilterMask *mask)
{
  gint left = G_MAXINT, top = G_MAXINT, right = 0, bottom = 0, x, y;

  check (mask->width > 0 && mask->height > 0
             && mask->words == (mask->width + 31) / 32,
      "a mask of bad size");
  for (y = 0; y < mask->height; y++)
    for (x = 0; x < 32 * mask->words; x++)
      if (mask->bits[(gsize)y * mask->words + x / 32] >> x % 32 & 1) {
        left = MIN (left, x);
        right = MAX (right, x + 1);
        top = MIN (top, y);
        bottom = MAX (bottom, y + 1);
      }
  check (right <= mask->width, "bits beyond the width");
  if (right == 0)
    check (gst_cuda_filter_mask_is_empty (mask), "a box without a pixel");
  else
    check (left == mask->left && right == mask->right && top == mask->top
               && bottom == mask->bottom,
        "a box of another size than its pixels'");
}

/* A refusal says why in a short line. */
static void
check_refusal (GError *error)
{
  check (error != NULL, "refused without an error");
  check (g_error_matches (error, CF_ERROR, CF_ERROR_INVALID),
      "refused with an error of another kind");
  check (g_utf8_validate (error->message, -1, NULL)
             && strlen (error->message) < MESSAGE_MAX
             && strpbrk (error->message, "\n\r\t\x1b") == NULL,
      "the message cannot be shown");
  g_error_free (error);
}

static gboolean
try_input (const GByteArray *png)
{
  GError *error = NULL;
  /* so that the sanitizer sees what is read beyond */
  guint8 *bytes = g_memdup2 (png->data, png->len);
  GstCudaFilterMask *mask =
      gst_cuda_inpaint_png_decode (bytes, png->len, &error);

  g_free (bytes);
  if (!mask) {
    check_refusal (error);
    return FALSE;
  }
  check_mask (mask);
  gst_cuda_filter_mask_unref (mask);
  return TRUE;
}

int
main (int argc, char **argv)
{
  gint64 end = g_get_monotonic_time ()
               + G_USEC_PER_SEC * (argc > 1 ? atoi (argv[1]) : 10);
  guint32 seed =
      argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : g_random_int ();
  GRand *rand = g_rand_new_with_seed (seed);
  guint64 n = 0, n_masks = 0, n_large = 0;

  g_print ("seed %u\n", seed);
  while (n % 64 || g_get_monotonic_time () < end) {
    GByteArray *png = make_input (rand);

    current = png;
    if (is_large (png))
      n_large++;
    else
      n_masks += try_input (png);
    g_byte_array_unref (png);
    n++;
  }
  g_rand_free (rand);
  g_print ("%" G_GUINT64_FORMAT " files, %" G_GUINT64_FORMAT
           " of them masks, %" G_GUINT64_FORMAT " too large to be tried\n",
      n, n_masks, n_large);
  /* else it tries nothing but refusals, or nothing */
  return n_masks == 0 || n_masks + n_large == n;
}
