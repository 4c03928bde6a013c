import load from '@cornerstonejs/codec-openjph/wasmjs'
import { expect, test } from 'vitest'
import { renderDicom } from '../render/render.ts'
import {
  elementBytes,
  encapsulated,
  fileOf,
  imageElements,
  imageFile,
} from '../testing/synthetic-file.ts'

const htLossless = '1.2.840.10008.1.2.4.201'
const size = { columns: 96, rows: 64 }
const pixels = Array.from({ length: 96 * 64 }, (_, at) => (at * at * 7) & 0xff_ff)

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array
  encode(): void
  getEncodedBuffer(): Uint8Array
  delete(): void
}

/** A picture of 16 bits, packed by the encoder that comes with the decoder. */
async function packed(isSigned: boolean): Promise<Uint8Array> {
  const quiet = { print: () => undefined, printErr: () => undefined }
  const { HTJ2KEncoder } = (await load(quiet)) as unknown as { HTJ2KEncoder: new () => Encoder }
  const encoder = new HTJ2KEncoder()
  const frame = { width: size.columns, height: size.rows, bitsPerSample: 16, componentCount: 1 }
  encoder
    .getDecodedBuffer({ ...frame, isSigned, isUsingColorTransform: false })
    .set(new Uint8Array(Uint16Array.from(pixels).buffer))
  encoder.encode()
  const bytes = encoder.getEncodedBuffer().slice()
  encoder.delete()
  return bytes
}

const fileWith = (codestream: Uint8Array, options: { isSigned?: boolean; rows?: number } = {}) =>
  fileOf(
    htLossless,
    Buffer.concat([
      elementBytes(imageElements({ ...size, ...options })),
      encapsulated([codestream]),
    ]),
  )

test.each([false, true])(
  'HTJ2K of 16 bits is unpacked as it was (signed: %s)',
  async (isSigned) => {
    const shown = await renderDicom(fileWith(await packed(isSigned), { isSigned }))
    expect(shown).toEqual(await renderDicom(imageFile({ ...size, isSigned }, pixels)))
  },
)

test('a codestream of another size than the file says is refused before it is unpacked', async () => {
  const file = fileWith(await packed(false), { rows: 65 })
  await expect(renderDicom(file)).rejects.toMatchObject({ code: 'bad-picture' })
})

test('a codestream that was cut short is refused, though the codec would show half of it', async () => {
  const codestream = await packed(false)
  const half = fileWith(codestream.subarray(0, codestream.length / 2))
  await expect(renderDicom(half)).rejects.toMatchObject({ code: 'damaged-picture' })
})

test('after a damaged picture the next one is whole', async () => {
  const codestream = await packed(false)
  const end = Uint8Array.of(0xff, 0xd9)
  const damaged = Buffer.concat([codestream.subarray(0, 60), end])
  await expect(renderDicom(fileWith(damaged))).rejects.toMatchObject({ code: 'damaged-picture' })
  expect(await renderDicom(fileWith(codestream))).toEqual(
    await renderDicom(imageFile(size, pixels)),
  )
})
