// SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
// SPDX-License-Identifier: LGPL-2.1-or-later
//! Prints the contours that cudasnake attaches to a test picture, in Rust: the
//! library gstcudasnakemeta by its C functions, without any crate. With the crate
//! gstreamer, `contours_of (buffer.as_ptr () as *mut _)` reads its buffers too.
//!
//!   rustc contours.rs -l gstcudasnakemeta -l gstreamer-1.0 -l gobject-2.0
use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_uint, c_void};
use std::ptr::null_mut;

extern "C" {
    fn gst_buffer_get_cuda_snake_contours(
        buffer: *mut c_void,
        contours: *mut *mut c_void,
        error: *mut *mut c_void,
    ) -> c_int;
    fn gst_cuda_snake_contours_get_n_contours(contours: *const c_void) -> c_uint;
    fn gst_cuda_snake_contours_get_contour(contours: *const c_void, index: c_uint) -> *mut c_void;
    fn gst_cuda_snake_contours_free(contours: *mut c_void);
    fn gst_cuda_snake_contour_get_id(contour: *const c_void) -> c_uint;
    fn gst_cuda_snake_contour_get_area(contour: *const c_void) -> u64;
    fn gst_cuda_snake_contour_get_points(contour: *const c_void, n: *mut c_uint) -> *const c_int;
    fn gst_cuda_snake_contour_free(contour: *mut c_void);

    fn gst_init(argc: *mut c_int, argv: *mut c_void);
    fn gst_parse_launch(text: *const c_char, error: *mut *mut c_void) -> *mut c_void;
    fn gst_bin_get_by_name(bin: *mut c_void, name: *const c_char) -> *mut c_void;
    fn gst_element_set_state(element: *mut c_void, state: c_int) -> c_int;
    fn gst_sample_get_buffer(sample: *mut c_void) -> *mut c_void;
    fn gst_mini_object_unref(object: *mut c_void);
    fn gst_object_unref(object: *mut c_void);
    fn g_signal_emit_by_name(object: *mut c_void, name: *const c_char, ...);
}

const STATE_NULL: c_int = 1;
const STATE_PLAYING: c_int = 4;

struct Contour {
    id: u32,
    area: u64,         // pixels
    points: Vec<i32>,  // x0, y0, x1, y1, ..., pixels
}

/// The contours that a GstBuffer carries; None where no cudasnake saw it.
unsafe fn contours_of(buffer: *mut c_void) -> Option<Vec<Contour>> {
    let mut all = null_mut();
    gst_buffer_get_cuda_snake_contours(buffer, &mut all, null_mut());
    if all.is_null() {
        return None;
    }
    let found = (0..gst_cuda_snake_contours_get_n_contours(all))
        .map(|i| {
            let contour = gst_cuda_snake_contours_get_contour(all, i);
            let mut n = 0;
            let points = gst_cuda_snake_contour_get_points(contour, &mut n);
            let copy = Contour {
                id: gst_cuda_snake_contour_get_id(contour),
                area: gst_cuda_snake_contour_get_area(contour),
                points: std::slice::from_raw_parts(points, n as usize).to_vec(),
            };
            gst_cuda_snake_contour_free(contour);
            copy
        })
        .collect();
    gst_cuda_snake_contours_free(all);
    Some(found)
}

fn text(of: &str) -> CString {
    CString::new(of).unwrap()
}

fn main() {
    let line = text("videotestsrc pattern=ball num-buffers=30 ! cudasnake ! appsink name=sink");
    unsafe {
        gst_init(null_mut(), null_mut());
        let mut error = null_mut();
        let pipeline = gst_parse_launch(line.as_ptr(), &mut error);
        assert!(error.is_null(), "GST_PLUGIN_PATH must name the folder of the built plugin");
        let sink = gst_bin_get_by_name(pipeline, text("sink").as_ptr());
        gst_element_set_state(pipeline, STATE_PLAYING);
        loop {
            let mut sample: *mut c_void = null_mut();
            g_signal_emit_by_name(sink, text("pull-sample").as_ptr(), &mut sample);
            if sample.is_null() {
                break;
            }
            for contour in contours_of(gst_sample_get_buffer(sample)).expect("no contours") {
                println!("{} {} {:?}", contour.id, contour.area, contour.points);
            }
            gst_mini_object_unref(sample);
        }
        gst_element_set_state(pipeline, STATE_NULL);
        gst_object_unref(sink);
        gst_object_unref(pipeline);
    }
}
