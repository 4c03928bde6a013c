import load from '@cornerstonejs/codec-openjph/wasmjs'
import { expect, test } from 'vitest'
import { renderDicom } from '../render/render.ts'
import {
  encodeElements,
  encapsulate,
  createFile,
  createImageElements,
  createImageFile,
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

/** A 16-bit image, compressed by the encoder that comes with the decoder. */
async function encodeImage(isSigned: boolean): Promise<Uint8Array> {
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
  createFile(
    htLossless,
    Buffer.concat([
      encodeElements(createImageElements({ ...size, ...options })),
      encapsulate([codestream]),
    ]),
  )

test.each([false, true])('16-bit HTJ2K is decoded without loss (signed: %s)', async (isSigned) => {
  const rendered = await renderDicom(fileWith(await encodeImage(isSigned), { isSigned }))
  expect(rendered).toEqual(await renderDicom(createImageFile({ ...size, isSigned }, pixels)))
})

test('a codestream whose size differs from the file is refused before it is decoded', async () => {
  const file = fileWith(await encodeImage(false), { rows: 65 })
  await expect(renderDicom(file)).rejects.toMatchObject({ code: 'bad-picture' })
})

test('a truncated codestream is refused, although the codec would decode half of it', async () => {
  const codestream = await encodeImage(false)
  const half = fileWith(codestream.subarray(0, codestream.length / 2))
  await expect(renderDicom(half)).rejects.toMatchObject({ code: 'damaged-picture' })
})

test('the codec decodes an image after a damaged one', async () => {
  const codestream = await encodeImage(false)
  const end = Uint8Array.of(0xff, 0xd9)
  const damaged = Buffer.concat([codestream.subarray(0, 60), end])
  await expect(renderDicom(fileWith(damaged))).rejects.toMatchObject({ code: 'damaged-picture' })
  expect(await renderDicom(fileWith(codestream))).toEqual(
    await renderDicom(createImageFile(size, pixels)),
  )
})
