/**
 * A grey JPEG file of one colour: headers with one Huffman code, and a scan of as many zero bits as
 * there are blocks.
 */
export function createGreyJpeg(width: number, height: number): Uint8Array {
  const word = (value: number) => [value >> 8, value & 0xff]
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const table = (kind: number) => [
    0xff,
    0xc4,
    0,
    20,
    kind,
    1,
    ...Array.from({ length: 15 }, () => 0),
    0,
  ]
  // Two codes of one bit for each block: no difference, and the end of the block.
  const scan = Array.from({ length: Math.ceil((2 * blocks) / 8) }, () => 0)
  const quantization = [0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 16)]
  const frame = [0xff, 0xc0, 0, 11, 8, ...word(height), ...word(width), 1, 1, 0x11, 0]
  const scanHeader = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const tables = [...table(0x00), ...table(0x10)]
  const start = [0xff, 0xd8, ...quantization, ...frame, ...tables, ...scanHeader]
  return Uint8Array.from([...start, ...scan, 0xff, 0xd9])
}
