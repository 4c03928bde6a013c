/** Upper bounds, checked before anything is allocated. */
export const limits = {
  /** Depth of nested sequences. Real files have about six; a crafted one has a million. */
  sequenceDepth: 32,
  /**
   * Elements of a data set or of one item, without those in its sequences. Real files have a few
   * hundred, private ones included. Each takes about 150 bytes of heap once it is indexed.
   */
  elements: 100_000,
  /**
   * Elements read from one file, those of sequences included, and again each time that they are
   * read. A thousand enhanced frames have 200,000 and are read a few times.
   */
  elementReads: 5_000_000,
  /** Fragments of encapsulated pixel data, and items of one sequence. */
  items: 250_000,
  /** Pixels of one frame. The largest detector has 18 million, a stitched spine about 40. */
  pixels: 64 * 1024 * 1024,
  /** Bytes of one decoded frame; rendering needs two or three buffers of this size. */
  frameBytes: 128 * 1024 * 1024,
  /** Frames of a file that is transcoded: the largest studies of today have a tenth of them. */
  frames: 16_384,
  unpackedBytes: 1024 * 1024 * 1024,
  /** A deflated file may grow to `inflatedRatio` times its size, or to `inflatedFloor` anyway. */
  inflatedBytes: 64 * 1024 * 1024,
  inflatedFloor: 16 * 1024 * 1024,
  inflatedRatio: 100,
  /**
   * Length of a data set as text: a thousand enhanced frames take about five million characters.
   */
  textCharacters: 16 * 1024 * 1024,
  /** Bytes of a value of numbers or text that is written out; a longer one is bulk data. */
  writtenValueBytes: 64 * 1024,
  /** Bytes before the pixel data, without long values; a deflated file counts as a whole. */
  headerBytes: 96 * 1024 * 1024,
  /** Rows of the list of all elements that a user sees. */
  dumpRows: 20_000,
} as const
