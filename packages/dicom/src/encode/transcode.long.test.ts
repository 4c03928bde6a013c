import { describe, expect, test } from 'vitest'
import { decodeFrame } from '../decode/decode-frame.ts'
import type { StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import { dicomJson } from '../json/dicom-json.ts'
import { describeImage } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import { storedValue } from '../render/grey.ts'
import { renderDicom } from '../render/render.ts'
import { dcmtkNote, hasDcmtk, refusedByDcmdump } from '../testing/dcmtk.ts'
import { imageFile, syntaxes } from '../testing/synthetic-file.ts'
import type { ImageOptions } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, variedSamples } from '../testing/test-data.ts'
import { encodeFrame } from './encode-frame.ts'
import { transcode } from './transcode.ts'

const jpegLs = '1.2.840.10008.1.2.4.80'
const ht = '1.2.840.10008.1.2.4.201'
const htRpcl = '1.2.840.10008.1.2.4.202'
const targets = [syntaxes.explicit, jpegLs, ht, htRpcl]

const written = async (bytes: Uint8Array, syntax: string) =>
  new Uint8Array(Buffer.concat(await transcode(bytes, syntax)))

/** Stored values, of every frame: none has more than 32 bits. */
async function valuesOf(bytes: Uint8Array): Promise<Float64Array> {
  const file = readDicom(bytes)
  const image = describeImage(file.dataSet)
  const frames: StoredPixels[] = []
  for (let at = 0; at < image.frames; at++) frames.push(await decodeFrame(file, image, at))
  const values = new Float64Array(frames.reduce((sum, { cells }) => sum + cells.length, 0))
  let end = 0
  for (const pixels of frames) {
    const valueOf = storedValue(pixels)
    for (const cell of pixels.cells) values[end++] = valueOf(cell)
  }
  return values
}
const areEqual = (one: Float64Array, other: Float64Array) =>
  Buffer.compare(Buffer.from(one.buffer), Buffer.from(other.buffer)) === 0

const grain = (count: number, bits: number) =>
  Array.from({ length: count }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> (32 - bits))

describe.each(targets)('the same pixels in %s', (syntax) => {
  test.each<[string, ImageOptions]>([
    ['8 bits', { columns: 5, rows: 3, bitsAllocated: 8 }],
    ['10 bits', { columns: 5, rows: 4, bitsStored: 10 }],
    ['12 bits', { columns: 64, rows: 64, bitsStored: 12 }],
    ['16 bits', { columns: 7, rows: 5 }],
    ['12 bits with signs', { columns: 6, rows: 5, bitsStored: 12, isSigned: true }],
    ['16 bits with signs', { columns: 6, rows: 5, isSigned: true }],
    ['8 bits in 16', { columns: 6, rows: 5, bitsStored: 8 }],
    ['12 high bits', { columns: 6, rows: 5, bitsStored: 12, highBit: 15 }],
    ['several frames', { columns: 6, rows: 5, bitsStored: 12, frames: 3 }],
    ['colours', { columns: 5, rows: 3, bitsAllocated: 8, samples: 3, photometric: 'RGB' }],
    [
      'colours in planes',
      {
        columns: 4,
        rows: 3,
        bitsAllocated: 8,
        samples: 3,
        photometric: 'RGB',
        more: [[0x00_28_00_06, 'US', [1]]],
      },
    ],
  ])('%s', async (_, options) => {
    const { columns, rows, frames = 1, samples = 1, bitsAllocated = 16 } = options
    const { bitsStored = bitsAllocated, isSigned = false, highBit = bitsStored - 1 } = options
    const raw = grain(columns * rows * frames * samples, bitsStored)
    const extended = raw.map((value) =>
      isSigned && value >= 2 ** (bitsStored - 1) ? value + 65_536 - 2 ** bitsStored : value,
    )
    const cells = extended.map((value) => value << (highBit + 1 - bitsStored))
    const bytes = imageFile(options, bitsAllocated === 8 ? Uint8Array.from(cells) : cells)
    const out = await written(bytes, syntax)
    expect(await valuesOf(out)).toEqual(await valuesOf(bytes))
    const { dataSet, transferSyntax, identity } = readDicom(out)
    expect(transferSyntax.uid).toBe(syntax)
    expect(identity).toEqual(readDicom(bytes).identity)
    if (samples === 3 && syntax !== syntaxes.explicit) {
      expect(dataSet.word(0x00_28_00_06)).toBe(0)
      expect(dataSet.code(0x00_28_00_04)).toBe('RGB')
    }
  })

  test.each([syntaxes.implicit, syntaxes.bigEndian, syntaxes.deflated])('from %s', async (from) => {
    const options = { columns: 6, rows: 5, bitsStored: 12 }
    const bytes = imageFile(options, grain(30, 12), from)
    const out = await written(bytes, syntax)
    expect(await valuesOf(out)).toEqual(await valuesOf(bytes))
    expect(readDicom(out).dataSet.encoding).toEqual({ isExplicit: true, isLittleEndian: true })
  })
})

test('bits around the values, where old files hid overlays, come along', async () => {
  const cells = Uint16Array.of(0x10_01, 0x00_02, 0xf0_03, 0x0f_ff)
  const bytes = imageFile({ columns: 4, rows: 1, bitsStored: 12 }, [...cells])
  const file = readDicom(await written(bytes, ht))
  const { cells: found } = await decodeFrame(file, describeImage(file.dataSet), 0)
  expect([...found]).toEqual([...cells])
})

test.each(targets)(
  'colours of brightness and difference stay what they are in %s',
  async (syntax) => {
    const options = { columns: 5, rows: 3, bitsAllocated: 8, samples: 3, photometric: 'YBR_FULL' }
    const bytes = imageFile(options, Uint8Array.from(grain(46, 8)))
    const pictures = [bytes, await written(bytes, syntax)].map((file) => renderDicom(file))
    const [before, after] = await Promise.all(pictures)
    expect(after).toEqual(before)
  },
)

test('colours of 16 bits, which one codec spoils, are refused by it and kept by the other', async () => {
  const options = { columns: 5, rows: 4, samples: 3, photometric: 'RGB' }
  const bytes = imageFile(options, grain(60, 16))
  await expect(transcode(bytes, ht)).rejects.toMatchObject({ code: 'unsupported' })
  expect(await valuesOf(await written(bytes, jpegLs))).toEqual(await valuesOf(bytes))
})

test('what has no place in a codec, and other targets, are told', async () => {
  const long = imageFile({ columns: 1, rows: 1, bitsAllocated: 32 }, new Uint8Array(4))
  await expect(transcode(long, jpegLs)).rejects.toMatchObject({ code: 'unsupported' })
  const file = imageFile({ columns: 1, rows: 1 }, [1])
  await expect(transcode(file, '1.2.840.10008.1.2.4.50')).rejects.toMatchObject({
    code: 'unsupported',
  })
  const description = { rows: 2, columns: 2, samples: 1, bits: 12, isSigned: false } as const
  await expect(encodeFrame(new Uint16Array(3), description, ht)).rejects.toMatchObject({
    code: 'unsupported',
  })
})

describe.runIf(hasSamples && hasDcmtk)(`real files${samplesNote}${dcmtkNote}`, () => {
  const lossy =
    'transfer-syntaxes/same-ct-15-syntaxes/CTImage.dcm_JPEGProcess1TransferSyntax_1.2.840.10008.1.2.4.50.dcm'

  test('that lost something say so for ever', async () => {
    for (const syntax of targets) {
      const { dataSet } = readDicom(await written(readSample(lossy), syntax))
      expect(dataSet.code(0x00_28_21_10)).toBe('01')
    }
  })

  test('of transformed colours become red, green and blue', async () => {
    const path = 'transfer-syntaxes/colour-multiframe/us_8frames_ybr_full_jpeg.dcm'
    const { dataSet } = readDicom(await written(readSample(path), syntaxes.explicit))
    expect(dataSet.code(0x00_28_00_04)).toBe('RGB')
    expect(dataSet.word(0x00_28_00_06)).toBe(0)
    expect(dataSet.bytes(0x7f_e0_00_10)).toHaveLength(8 * 240 * 320 * 3)
  })

  /** Of what describes the pixels; everything else must stay. */
  const changing = new Set([
    '00280004',
    '00280006',
    '00280100',
    '00280101',
    '00280102',
    '00282110',
    '00282114',
    '7FE00001',
    '7FE00002',
  ])
  const kept = (bytes: Uint8Array) =>
    Object.entries(dicomJson(readDicom(bytes).dataSet)).filter(([key]) => !changing.has(key))

  test('keep their pixels and everything else, and dcmtk reads them', async () => {
    const plain = new Map<string, Uint8Array>()
    let packed = 0
    for (const path of variedSamples()) {
      const bytes = readSample(path)
      if (bytes.length > 300_000) continue
      let values: Float64Array
      try {
        values = await valuesOf(bytes)
      } catch (error) {
        if (error instanceof DicomFault) continue
        throw error
      }
      if (values.length > 300_000) continue
      for (const syntax of [syntaxes.explicit, jpegLs, htRpcl]) {
        try {
          const out = await written(bytes, syntax)
          const isSame = areEqual(await valuesOf(out), values)
          expect(isSame ? '' : `${path} ${syntax}`).toBe('')
          if (JSON.stringify(kept(out)) !== JSON.stringify(kept(bytes)))
            expect(kept(out)).toEqual(kept(bytes))
          if (syntax === syntaxes.explicit) plain.set(path, out)
          else packed++
        } catch (error) {
          if (!(error instanceof DicomFault) || error.code !== 'unsupported') throw error
        }
      }
    }
    expect(refusedByDcmdump(plain)).toEqual([])
    expect(plain.size).toBeGreaterThan(60)
    expect(packed).toBeGreaterThan(120)
  }, 240_000)
})
