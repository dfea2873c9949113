/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* All tests. `size` is the median's, 0 where a test has none. */
#pragma once

#include "tester.h"

/* test_samples.c: every sample of single pictures */
void test_copy (Tester *t, gint size);
void test_median_small (Tester *t, gint size);
void test_median_large (Tester *t, gint size);
void test_iterations (Tester *t, gint size);
void test_borders (Tester *t, gint size);
void test_rank_small (Tester *t, gint size);
void test_rank_large (Tester *t, gint size);

/* test_planes.c: pictures of several planes */
void test_planes (Tester *t, gint size);
void test_planar (Tester *t, gint size);
/* test_regions.c: parts of pictures */
void test_regions (Tester *t, gint size);

/* test_sharing.c: filters, streams and threads beside each other */
void test_reuse (Tester *t, gint size);
void test_concurrent (Tester *t, gint size);
void test_threads (Tester *t, gint size);

/* test_invalid.c: what must be refused */
void test_parameters (Tester *t, gint size);
void test_masks (Tester *t, gint size);
void test_geometry (Tester *t, gint size);

/* test_device.c: memory, transfers, streams and events */
void test_memory (Tester *t, gint size);
void test_transfers (Tester *t, gint size);
void test_events (Tester *t, gint size);

/* test_border_functions.c: the engine's own arithmetic */
void test_border_functions (Tester *t, gint size);

/* test_reference.c: the reference's two methods against each other */
void test_reference (Tester *t, gint size);

/* test_plan.c: the numbers of convolutions, without any backend */
void test_plan_integers (Tester *t, gint size);
void test_plan_reals (Tester *t, gint size);
void test_plan_scale (Tester *t, gint size);
void test_plan_factors (Tester *t, gint size);

/* test_convolve.c: every sample of convolved pictures */
void test_convolve_integer (Tester *t, gint size);
void test_convolve_real (Tester *t, gint size);
void test_convolve_two_passes (Tester *t, gint size);
void test_convolve_borders (Tester *t, gint size);
void test_convolve_digits (Tester *t, gint size);
void test_convolve_large (Tester *t, gint size);

/* test_epsilon.c: every sample of pictures under the epsilon filter */
void test_epsilon_sizes (Tester *t, gint size);
void test_epsilon_depths (Tester *t, gint size);
void test_epsilon_thresholds (Tester *t, gint size);
void test_epsilon_borders (Tester *t, gint size);
void test_epsilon_iterations (Tester *t, gint size);
void test_epsilon_large (Tester *t, gint size);
void test_epsilon_estimated (Tester *t, gint size);

/* test_scale.c: the 8 bits of deeper samples */
void test_scale (Tester *t, gint size);

/* test_cut.c: cuts under noise reduction over time */
void test_cut_recursive (Tester *t, gint size);
void test_cut_compensated (Tester *t, gint size);
void test_cut_average (Tester *t, gint size);
void test_cut_median (Tester *t, gint size);

/* test_denoise.c: streams under noise reduction over time */
void test_denoise_average (Tester *t, gint size);
void test_denoise_median (Tester *t, gint size);
void test_denoise_recursive (Tester *t, gint size);
void test_denoise_compensated (Tester *t, gint size);
void test_denoise_threads (Tester *t, gint size);
void test_denoise_means (Tester *t, gint size);
void test_denoise_limits (Tester *t, gint size);

/* test_noise.c: how strong noise is, by tiles */
void test_noise_held (Tester *t, gint size);
void test_noise_over_time (Tester *t, gint size);
void test_noise_light (Tester *t, gint size);

/* test_noise_text.c: a camera's noise as text */
void test_noise_text (Tester *t, gint size);

/* test_fill.c: spans set to a value */
void test_fill (Tester *t, gint size);
void test_fill_invalid (Tester *t, gint size);

/* test_far.c: offsets beyond 32 bits, and 100-megapixel pictures */
void test_far_rows (Tester *t, gint size);
void test_huge (Tester *t, gint size);
void test_huge_epsilon (Tester *t, gint size);

/* test_cross.c: against the CPU backend, and against OpenCV */
void test_cross (Tester *t, gint size);
void test_opencv (Tester *t, gint size);
void test_cross_convolve (Tester *t, gint size);
void test_opencv_convolve (Tester *t, gint size);
void test_cross_epsilon (Tester *t, gint size);

/* test_motion.c: the CPU's search for motion, beside the reference */
void test_motion_shifts (Tester *t, gint size);
void test_motion_sizes (Tester *t, gint size);
void test_motion_far (Tester *t, gint size);
void test_motion_cuts (Tester *t, gint size);
void test_motion_noise (Tester *t, gint size);

/* test_snake_sums.c: sums by contours, and what they are made of */
void test_snake_polygons (Tester *t, gint size);
void test_snake_segments (Tester *t, gint size);
void test_snake_maximum (Tester *t, gint size);
void test_snake_huge (Tester *t, gint size);

/* test_snake_geometry.c: polygons that touch themselves, choices, J */
void test_snake_touch (Tester *t, gint size);
void test_snake_choices (Tester *t, gint size);
void test_snake_criterion (Tester *t, gint size);

/* test_snake.c: whole contours */
void test_snake_falls (Tester *t, gint size);
void test_snake_hostile (Tester *t, gint size);
void test_snake_numbers (Tester *t, gint size);
void test_snake_layouts (Tester *t, gint size);
void test_snake_deep (Tester *t, gint size);
void test_snake_several (Tester *t, gint size);
void test_snake_threads (Tester *t, gint size);
void test_snake_track (Tester *t, gint size);
void test_snake_target (Tester *t, gint size);
void test_snake_limits (Tester *t, gint size);
void test_snake_clusters (Tester *t, gint size);
void test_snake_small_pictures (Tester *t, gint size);
void test_snake_invalid (Tester *t, gint size);

/* test_snake_quality.c: contours of noisy shapes */
void test_snake_shapes (Tester *t, gint size);
void test_snake_small_1080p (Tester *t, gint size);
void test_snake_disjoint (Tester *t, gint size);
void test_snake_noise (Tester *t, gint size);
void test_snake_noise_pooled (Tester *t, gint size);

/* test_inpaint_global.c: holes filled by a whole plane's cosine transform */
void test_inpaint_schedule (Tester *t, gint size);
void test_inpaint_global_transform (Tester *t, gint size);
void test_inpaint_global (Tester *t, gint size);
void test_inpaint_global_long (Tester *t, gint size);
void test_inpaint_global_again (Tester *t, gint size);
void test_inpaint_global_heap (Tester *t, gint size);
void test_inpaint_global_streams (Tester *t, gint size);
void test_inpaint_global_threads (Tester *t, gint size);

/* test_inpaint.c: holes filled by what is near, every byte of pictures */
void test_inpaint_layouts (Tester *t, gint size);
void test_inpaint_depths (Tester *t, gint size);
void test_inpaint_sizes (Tester *t, gint size);
void test_inpaint_large (Tester *t, gint size);
void test_inpaint_changes (Tester *t, gint size);

/* test_temporal.c: holes filled by what frames around show */
void test_inpaint_temporal (Tester *t, gint size);
void test_inpaint_turns (Tester *t, gint size);
void test_inpaint_alpha (Tester *t, gint size);
void test_inpaint_global_layouts (Tester *t, gint size);

/* test_inpaint_reference.c: the same beside the formulas */
void test_inpaint_transforms (Tester *t, gint size);
void test_inpaint_sweeps (Tester *t, gint size);
void test_inpaint_harmonic (Tester *t, gint size);
void test_inpaint_block_choices (Tester *t, gint size);
void test_inpaint_local (Tester *t, gint size);
void test_inpaint_thresholds (Tester *t, gint size);
void test_inpaint_tracked (Tester *t, gint size);
void test_inpaint_global_filter (Tester *t, gint size);

/* test_inpaint_limits.c: what must not matter, and what must be refused */
void test_inpaint_threads (Tester *t, gint size);
void test_inpaint_scaled (Tester *t, gint size);
void test_inpaint_long (Tester *t, gint size);
void test_inpaint_still (Tester *t, gint size);
void test_inpaint_pending (Tester *t, gint size);
void test_inpaint_invalid (Tester *t, gint size);
