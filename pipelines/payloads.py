"""How pictures go over a network by RTP; no program by itself."""

# What encodes and packs, and what unpacks and decodes; packets fit in Ethernet's
PAYLOADS = {
    'vp8': ('vp8enc deadline=1 cpu-used=4 threads=4 keyframe-max-dist=30 '
            'end-usage=cq cq-level=16 target-bitrate=20000000 ! '
            'rtpvp8pay mtu=1400',
            'encoding-name=VP8', 'rtpvp8depay ! vp8dec'),
    'h264': ('x264enc tune=zerolatency speed-preset=veryfast key-int-max=30 '
             'pass=quant quantizer=20 ! video/x-h264,profile=high ! '
             'rtph264pay mtu=1400 config-interval=-1',
             'encoding-name=H264', 'rtph264depay ! avdec_h264'),
    'raw': ('video/x-raw,format=I420 ! rtpvrawpay mtu=1400',
            'encoding-name=RAW,sampling=(string)YCbCr-4:2:0,depth=(string)8,'
            'width=(string)%d,height=(string)%d', 'rtpvrawdepay'),
}
