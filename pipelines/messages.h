/* What elements warn of, in examples in C, in the words of those in Python
 * (messages.py). */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Prints a warning to standard error, with the program's name in front: once,
 * however often it comes, and with whatever numbers. From one thread. */
void messages_warn (const gchar *program, GstMessage *warning);

/* Where an element of ours warns that a value was refused, and another filter
 * would run than was asked for: the element's name and the warning, to be
 * freed. NULL for other messages. */
gchar *messages_refusal (GstMessage *message);

G_END_DECLS
