import sharp from 'sharp'

export interface GreyImage {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly data: Uint16Array
  readonly window: { readonly center: number; readonly width: number }
}

/** PS3.3 C.11.2.1.3.1 as a lookup table of all stored values, which are fewer than the pixels. */
function createSigmoidTable(bits: number, { center, width }: GreyImage['window']): Uint8Array {
  const table = new Uint8Array(2 ** bits)
  for (let value = 0; value < table.length; value += 1)
    table[value] = Math.round(255 / (1 + Math.exp((-4 * (value - center)) / width)))
  return table
}

/** Encodes an image as JPEG with its VOI window applied. */
export async function encodeGreyJpeg(
  { width, height, bits, data, window }: GreyImage,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const table = createSigmoidTable(bits, window)
  const displayValues = new Uint8Array(data.length)
  for (let at = 0; at < displayValues.length; at += 1)
    displayValues[at] = table[data[at] ?? 0] ?? 255
  const image = sharp(displayValues, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
  // A copy, because the buffer of the library cannot be transferred.
  return new Uint8Array(await image.jpeg({ quality, optimiseCoding: false }).toBuffer())
}
