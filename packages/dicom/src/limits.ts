/** Upper bounds, checked before anything is allocated. */
export const limits = {
  /** Depth of nested sequences. Real files have about six; a crafted one has a million. */
  sequenceDepth: 32,
  /** Fragments of encapsulated pixel data, and items of one sequence. */
  items: 1_000_000,
  /** Pixels of one frame. The largest detector has 18 million, a stitched spine about 40. */
  pixels: 64 * 1024 * 1024,
  /** Bytes of one decoded frame; rendering needs two or three buffers of this size. */
  frameBytes: 200 * 1024 * 1024,
  /** Frames of a file that is transcoded: the largest studies of today have a tenth of them. */
  frames: 16_384,
  unpackedBytes: 1024 * 1024 * 1024,
  /** A deflated file may grow to `inflatedRatio` times its size, or to `inflatedFloor` anyway. */
  inflatedBytes: 256 * 1024 * 1024,
  inflatedFloor: 16 * 1024 * 1024,
  inflatedRatio: 100,
  /**
   * Length of a data set as text: a thousand enhanced frames take about five million characters.
   */
  textCharacters: 32 * 1024 * 1024,
} as const
