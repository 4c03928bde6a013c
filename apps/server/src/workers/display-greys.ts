import sharp from 'sharp'

export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly data: Uint16Array
  readonly window: { readonly center: number; readonly width: number }
}

/** PS3.3 C.11.2.1.3.1, for every value there can be: fewer than a picture has pixels. */
function sigmoidTable(bits: number, { center, width }: GreyPicture['window']): Uint8Array {
  const table = new Uint8Array(2 ** bits)
  for (let value = 0; value < table.length; value += 1)
    table[value] = Math.round(255 / (1 + Math.exp((-4 * (value - center)) / width)))
  return table
}

/** As it is meant to be seen. */
export async function greyJpeg(
  { width, height, bits, data, window }: GreyPicture,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const table = sigmoidTable(bits, window)
  const greys = new Uint8Array(data.length)
  for (let at = 0; at < greys.length; at += 1) greys[at] = table[data[at] ?? 0] ?? 255
  const picture = sharp(greys, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
  // A copy, because what the library gives cannot be handed over.
  return new Uint8Array(await picture.jpeg({ quality, optimiseCoding: false }).toBuffer())
}
