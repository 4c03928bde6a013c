import { uids } from './codes.ts'

const compressed = '1.2.840.10008.1.2.4.'

/** Transfer syntaxes that are stored as received and can be displayed; names of PS3.6 annex A. */
export const displayableSyntaxes = {
  [uids.explicitLittleEndian]: 'Explicit VR Little Endian',
  [uids.implicitLittleEndian]: 'Implicit VR Little Endian',
  [`${compressed}50`]: 'JPEG Baseline (Process 1)',
  [`${compressed}51`]: 'JPEG Extended (Process 2 & 4)',
  [`${compressed}53`]: 'JPEG Spectral Selection, Non-Hierarchical (Process 6 & 8) (Retired)',
  [`${compressed}55`]: 'JPEG Full Progression, Non-Hierarchical (Process 10 & 12) (Retired)',
  [`${compressed}57`]: 'JPEG Lossless, Non-Hierarchical (Process 14)',
  [`${compressed}70`]: 'JPEG Lossless, Non-Hierarchical, First-Order Prediction',
  [`${compressed}80`]: 'JPEG-LS Lossless Image Compression',
  [`${compressed}81`]: 'JPEG-LS Lossy (Near-Lossless) Image Compression',
  [`${compressed}90`]: 'JPEG 2000 Image Compression (Lossless Only)',
  [`${compressed}91`]: 'JPEG 2000 Image Compression',
  [`${compressed}201`]: 'High-Throughput JPEG 2000 Image Compression (Lossless Only)',
  [`${compressed}202`]: 'High-Throughput JPEG 2000 with RPCL Options (Lossless Only)',
  [`${compressed}203`]: 'High-Throughput JPEG 2000 Image Compression',
  '1.2.840.10008.1.2.5': 'RLE Lossless',
} as const

/** Stored as received but not displayed; accepted for senders that offer nothing else. */
export const storedOnlySyntaxes = {
  [uids.explicitBigEndian]: 'Explicit VR Big Endian (Retired)',
  '1.2.840.10008.1.2.1.98': 'Encapsulated Uncompressed Explicit VR Little Endian',
  [`${compressed}92`]: 'JPEG 2000 Part 2 Multi-component (Lossless Only)',
  [`${compressed}93`]: 'JPEG 2000 Part 2 Multi-component Image Compression',
  [`${compressed}100`]: 'MPEG2 Main Profile / Main Level',
  [`${compressed}100.1`]: 'Fragmentable MPEG2 Main Profile / Main Level',
  [`${compressed}101`]: 'MPEG2 Main Profile / High Level',
  [`${compressed}101.1`]: 'Fragmentable MPEG2 Main Profile / High Level',
  [`${compressed}102`]: 'MPEG-4 AVC/H.264 High Profile / Level 4.1',
  [`${compressed}102.1`]: 'Fragmentable MPEG-4 AVC/H.264 High Profile / Level 4.1',
  [`${compressed}103`]: 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1',
  [`${compressed}103.1`]: 'Fragmentable MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1',
  [`${compressed}104`]: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video',
  [`${compressed}104.1`]: 'Fragmentable MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video',
  [`${compressed}105`]: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video',
  [`${compressed}105.1`]: 'Fragmentable MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video',
  [`${compressed}106`]: 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2',
  [`${compressed}106.1`]: 'Fragmentable MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2',
  [`${compressed}107`]: 'HEVC/H.265 Main Profile / Level 5.1',
  [`${compressed}108`]: 'HEVC/H.265 Main 10 Profile / Level 5.1',
  [`${compressed}110`]: 'JPEG XL Lossless',
  [`${compressed}111`]: 'JPEG XL JPEG Recompression',
  [`${compressed}112`]: 'JPEG XL',
} as const

const storable = new Set([
  ...Object.keys(displayableSyntaxes),
  ...Object.keys(storedOnlySyntaxes),
  // Not accepted in an association, but files on discs use it.
  '1.2.840.10008.1.2.1.99',
])

/** Whether an object in this transfer syntax is stored, whichever way it arrives. */
export const isStorableSyntax = (uid: string) => storable.has(uid)
