export interface JpegHeader {
  readonly width: number
  readonly height: number
  /** 1 for grey, 3 for colour. */
  readonly components: 1 | 3
}

/** Start-of-frame markers, C4, C8 and CC excepted, hold the size. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Reads the size of a JPEG file. Throws if a PDF cannot contain the file as it is. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const at = (index: number) => bytes[index] ?? 0
  if (at(0) !== 0xff || at(1) !== 0xd8) throw new Error('The picture is not a JPEG file')
  for (let index = 2; index + 9 < bytes.length;) {
    const marker = at(index + 1)
    if (at(index) !== 0xff) break
    if (marker === 0xff) {
      index++
      continue
    }
    if (isFrameHeader(marker)) {
      const [precision, components] = [at(index + 4), at(index + 9)]
      const height = (at(index + 5) << 8) | at(index + 6)
      const width = (at(index + 7) << 8) | at(index + 8)
      if (precision !== 8 || width === 0 || height === 0) break
      if (components !== 1 && components !== 3) {
        throw new Error('The JPEG picture is neither grey nor RGB')
      }
      return { width, height, components }
    }
    index += 2 + ((at(index + 2) << 8) | at(index + 3))
  }
  throw new Error('The JPEG picture is damaged')
}
