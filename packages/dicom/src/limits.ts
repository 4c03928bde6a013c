/** What is refused before anything is allocated for it. */
export const limits = {
  /** Sequences within sequences. Real files have about six; a crafted one has a million. */
  sequenceDepth: 32,
  /** Fragments of compressed pixel data, and items of one sequence. */
  items: 1_000_000,
  /** Of one frame. The largest detector has 18 million, a stitched spine about 40. */
  pixels: 64 * 1024 * 1024,
  /** Of one frame, unpacked; a picture needs it two or three times over while it is made. */
  frameBytes: 200 * 1024 * 1024,
  /** Of all frames of a file that is written anew: the largest studies of today have a tenth of it. */
  frames: 16_384,
  unpackedBytes: 1024 * 1024 * 1024,
  /** A deflated file may grow to `inflatedRatio` times its size, or to `inflatedFloor` anyway. */
  inflatedBytes: 256 * 1024 * 1024,
  inflatedFloor: 16 * 1024 * 1024,
  inflatedRatio: 100,
  /** Of a data set as text: one of a thousand enhanced frames has about five million characters. */
  textCharacters: 32 * 1024 * 1024,
} as const
