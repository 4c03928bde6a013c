import { describe, expect, test } from 'vitest'
import { decodeFrame } from '../decode/decode-frame.ts'
import type { StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import { toDicomJson } from '../json/dicom-json.ts'
import { describeImage } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import { createStoredValueReader } from '../render/greyscale.ts'
import { renderDicom } from '../render/render.ts'
import { dcmtkNote, hasDcmtk, findFilesRefusedByDcmdump } from '../testing/dcmtk.ts'
import { createImageFile, syntaxes } from '../testing/synthetic-file.ts'
import type { ImageOptions } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, listVariedSamples } from '../testing/test-data.ts'
import { encodeFrame } from './encode-frame.ts'
import { transcode } from './transcode.ts'

const jpegLs = '1.2.840.10008.1.2.4.80'
const ht = '1.2.840.10008.1.2.4.201'
const htRpcl = '1.2.840.10008.1.2.4.202'
const targets = [syntaxes.explicit, jpegLs, ht, htRpcl]

const transcodeToBytes = async (bytes: Uint8Array, syntax: string) =>
  new Uint8Array(Buffer.concat(await transcode(bytes, syntax)))

/** The stored values of every frame; none has more than 32 bits. */
async function readStoredValues(bytes: Uint8Array): Promise<Float64Array> {
  const file = readDicom(bytes)
  const image = describeImage(file.dataSet)
  const frames: StoredPixels[] = []
  for (let at = 0; at < image.frames; at++) frames.push(await decodeFrame(file, image, at))
  const values = new Float64Array(frames.reduce((sum, { cells }) => sum + cells.length, 0))
  let end = 0
  for (const pixels of frames) {
    const toValue = createStoredValueReader(pixels)
    for (const cell of pixels.cells) values[end++] = toValue(cell)
  }
  return values
}
const areEqual = (one: Float64Array, other: Float64Array) =>
  Buffer.compare(Buffer.from(one.buffer), Buffer.from(other.buffer)) === 0

const createNoise = (count: number, bits: number) =>
  Array.from({ length: count }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> (32 - bits))

describe.each(targets)('transcoding to %s', (syntax) => {
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
  ])('transcoding keeps the stored values of an image with %s', async (_, options) => {
    const { columns, rows, frames = 1, samples = 1, bitsAllocated = 16 } = options
    const { bitsStored = bitsAllocated, isSigned = false, highBit = bitsStored - 1 } = options
    const raw = createNoise(columns * rows * frames * samples, bitsStored)
    const extended = raw.map((value) =>
      isSigned && value >= 2 ** (bitsStored - 1) ? value + 65_536 - 2 ** bitsStored : value,
    )
    const cells = extended.map((value) => value << (highBit + 1 - bitsStored))
    const bytes = createImageFile(options, bitsAllocated === 8 ? Uint8Array.from(cells) : cells)
    const out = await transcodeToBytes(bytes, syntax)
    expect(await readStoredValues(out)).toEqual(await readStoredValues(bytes))
    const { dataSet, transferSyntax, identity } = readDicom(out)
    expect(transferSyntax.uid).toBe(syntax)
    expect(identity).toEqual(readDicom(bytes).identity)
    if (samples === 3 && syntax !== syntaxes.explicit) {
      expect(dataSet.word(0x00_28_00_06)).toBe(0)
      expect(dataSet.code(0x00_28_00_04)).toBe('RGB')
    }
  })

  test.each([syntaxes.implicit, syntaxes.bigEndian, syntaxes.deflated])(
    'transcoding from %s keeps the stored values and yields explicit VR little endian',
    async (from) => {
      const options = { columns: 6, rows: 5, bitsStored: 12 }
      const bytes = createImageFile(options, createNoise(30, 12), from)
      const out = await transcodeToBytes(bytes, syntax)
      expect(await readStoredValues(out)).toEqual(await readStoredValues(bytes))
      expect(readDicom(out).dataSet.encoding).toEqual({ isExplicit: true, isLittleEndian: true })
    },
  )
})

test('transcoding keeps unused bits of the cells, in which old files store overlays', async () => {
  const cells = Uint16Array.of(0x10_01, 0x00_02, 0xf0_03, 0x0f_ff)
  const bytes = createImageFile({ columns: 4, rows: 1, bitsStored: 12 }, [...cells])
  const file = readDicom(await transcodeToBytes(bytes, ht))
  const { cells: found } = await decodeFrame(file, describeImage(file.dataSet), 0)
  expect([...found]).toEqual([...cells])
})

test.each(targets)(
  'transcoding a YBR_FULL image to %s does not change its rendering',
  async (syntax) => {
    const options = { columns: 5, rows: 3, bitsAllocated: 8, samples: 3, photometric: 'YBR_FULL' }
    const bytes = createImageFile(options, Uint8Array.from(createNoise(46, 8)))
    const renderings = [bytes, await transcodeToBytes(bytes, syntax)].map((file) =>
      renderDicom(file),
    )
    const [before, after] = await Promise.all(renderings)
    expect(after).toEqual(before)
  },
)

test('16-bit colours are refused for HTJ2K, whose codec alters them, and kept in JPEG-LS', async () => {
  const options = { columns: 5, rows: 4, samples: 3, photometric: 'RGB' }
  const bytes = createImageFile(options, createNoise(60, 16))
  await expect(transcode(bytes, ht)).rejects.toMatchObject({ code: 'unsupported' })
  expect(await readStoredValues(await transcodeToBytes(bytes, jpegLs))).toEqual(
    await readStoredValues(bytes),
  )
})

test('pixel data that a codec cannot hold and unknown target syntaxes are refused as unsupported', async () => {
  const long = createImageFile({ columns: 1, rows: 1, bitsAllocated: 32 }, new Uint8Array(4))
  await expect(transcode(long, jpegLs)).rejects.toMatchObject({ code: 'unsupported' })
  const file = createImageFile({ columns: 1, rows: 1 }, [1])
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

  test('a transcoded lossy file keeps declaring lossy compression', async () => {
    for (const syntax of targets) {
      const { dataSet } = readDicom(await transcodeToBytes(readSample(lossy), syntax))
      expect(dataSet.code(0x00_28_21_10)).toBe('01')
    }
  })

  test('a real YBR JPEG file is transcoded to interleaved RGB', async () => {
    const path = 'transfer-syntaxes/colour-multiframe/us_8frames_ybr_full_jpeg.dcm'
    const { dataSet } = readDicom(await transcodeToBytes(readSample(path), syntaxes.explicit))
    expect(dataSet.code(0x00_28_00_04)).toBe('RGB')
    expect(dataSet.word(0x00_28_00_06)).toBe(0)
    expect(dataSet.bytes(0x7f_e0_00_10)).toHaveLength(8 * 240 * 320 * 3)
  })

  /** The attributes that describe the pixel data; everything else must stay. */
  const changingAttributes = new Set([
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
  const listKept = (bytes: Uint8Array) =>
    Object.entries(toDicomJson(readDicom(bytes).dataSet)).filter(
      ([key]) => !changingAttributes.has(key),
    )

  test('transcoded real files keep their stored values and other attributes, and dcmtk reads them', async () => {
    const plain = new Map<string, Uint8Array>()
    let packed = 0
    for (const path of listVariedSamples()) {
      const bytes = readSample(path)
      if (bytes.length > 300_000) continue
      let values: Float64Array
      try {
        values = await readStoredValues(bytes)
      } catch (error) {
        if (error instanceof DicomFault) continue
        throw error
      }
      if (values.length > 300_000) continue
      for (const syntax of [syntaxes.explicit, jpegLs, htRpcl]) {
        try {
          const out = await transcodeToBytes(bytes, syntax)
          const isSame = areEqual(await readStoredValues(out), values)
          expect(isSame ? '' : `${path} ${syntax}`).toBe('')
          if (JSON.stringify(listKept(out)) !== JSON.stringify(listKept(bytes)))
            expect(listKept(out)).toEqual(listKept(bytes))
          if (syntax === syntaxes.explicit) plain.set(path, out)
          else packed++
        } catch (error) {
          if (!(error instanceof DicomFault) || error.code !== 'unsupported') throw error
        }
      }
    }
    expect(findFilesRefusedByDcmdump(plain)).toEqual([])
    expect(plain.size).toBeGreaterThan(60)
    expect(packed).toBeGreaterThan(120)
  }, 240_000)
})
