import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { dumpDicom } from './dump/dump-dicom.ts'
import { transcode } from './encode/transcode.ts'
import { DicomFault } from './fault.ts'
import { readBulkData } from './json/bulk-data.ts'
import { toDicomJson } from './json/dicom-json.ts'
import { readFrameBytes, countFrames } from './read/frame-bytes.ts'
import { extractFrame, findFrameSpan } from './read/frame-span.ts'
import { readDicomHeader } from './read/header.ts'
import { readDicom } from './read/read-dicom.ts'
import { describeStudy } from './read/study.ts'
import { corrupt, arbitraryCorruption } from './testing/corruptions.ts'
import { createImageFile, syntaxes } from './testing/synthetic-file.ts'
import type { NewElement } from './testing/synthetic-file.ts'
import { hasSamples, readSample, listSamples, samplesNote } from './testing/test-data.ts'

vi.setConfig({ testTimeout: 120_000 })
// Each reader takes milliseconds, but a busy computer is slow; a hang takes forever.
const maxMs = 20_000

/** Everything that reads or rewrites a file, except rendering. */
const readers: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  header: (bytes) => describeStudy(readDicomHeader(bytes, bytes.length).dataSet),
  'part of a header': (bytes) => {
    const head = readDicomHeader(bytes.subarray(0, Math.floor(bytes.length / 2)), bytes.length)
    const span = findFrameSpan(head, 0)
    return span?.hasHeaders
      ? extractFrame(bytes.subarray(span.start, span.end))
      : toDicomJson(head.dataSet)
  },
  json: (bytes) => {
    const paths: string[] = []
    const { dataSet } = readDicom(bytes)
    const bulkDataUri = (path: string) => {
      paths.push(path)
      return path
    }
    toDicomJson(dataSet, { bulkDataUri, inlineBytes: 4, hasPixelData: true })
    return paths.map((path) => readBulkData(dataSet, path))
  },
  dump: (bytes) => dumpDicom(readDicom(bytes)),
  frames: (bytes) => {
    const file = readDicom(bytes)
    return readFrameBytes(file, countFrames(file) - 1, { isLittleEndian: true })
  },
  'explicit copy': async (bytes) =>
    readDicom(Buffer.concat(await transcode(bytes, syntaxes.explicit))),
  'compressed copy': async (bytes) =>
    readDicom(Buffer.concat(await transcode(bytes, '1.2.840.10008.1.2.4.202'))),
}

/** A DicomFault is a valid outcome like a result; any other error is a bug and is thrown. */
async function expectResultOrFault(bytes: Uint8Array): Promise<void> {
  for (const [name, read] of Object.entries(readers)) {
    // Compressing a cine loop of 65 intact frames takes long and is not under test here.
    if (name.endsWith('copy') && bytes.length > 2_000_000) continue
    const start = performance.now()
    try {
      await read(bytes)
    } catch (error) {
      if (!(error instanceof DicomFault)) throw new Error(name, { cause: error })
    }
    const took = performance.now() - start
    expect(took < maxMs ? 'in time' : `${name} took ${Math.round(took)} ms`).toBe('in time')
  }
}

const more: NewElement[] = [
  [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.9']], [[0x00_08_11_40, 'SQ', [[]]]]]],
  [0x00_09_00_10, 'LO', 'MAKER'],
  [0x00_09_10_01, 'UN', Uint8Array.of(1, 2, 3, 4, 5, 6)],
]
const pixels = Array.from({ length: 256 }, (_, at) => at)

test.each(Object.entries(syntaxes).slice(0, 4))(
  'reading a corrupted file ends with a result or a DICOM fault: %s',
  async (_, syntax) => {
    const file = createImageFile({ columns: 16, rows: 16, more }, pixels, syntax)
    await expectResultOrFault(file)
    const property = fc.asyncProperty(arbitraryCorruption, (change) =>
      expectResultOrFault(corrupt(file, change)),
    )
    await fc.assert(property, { seed: 20_260_314, numRuns: 150 })
  },
)

describe.runIf(hasSamples)(`real files${samplesNote}`, () => {
  test.each(listSamples('malformed'))(
    'reading a malformed real file ends with a result or a DICOM fault: %s',
    async (path) => {
      await expectResultOrFault(readSample(path))
    },
  )

  const folder = 'transfer-syntaxes/pydicom-small'
  test.each([
    `${folder}/MR_small_implicit.dcm`,
    `${folder}/MR_small_RLE.dcm`,
    `${folder}/MR_small_jp2klossless.dcm`,
    `${folder}/MR_small_jpeg_ls_lossless.dcm`,
    `${folder}/SC_rgb_jpeg_app14_dcmd.dcm`,
    'transfer-syntaxes/sr/sr_comprehensive_highdicom.dcm',
    'charset/chrH32.dcm',
    'dicomdir/DICOMDIR',
  ])('reading a corrupted real file ends with a result or a DICOM fault: %s', async (path) => {
    const file = Uint8Array.from(readSample(path))
    const property = fc.asyncProperty(arbitraryCorruption, (change) =>
      expectResultOrFault(corrupt(file, change)),
    )
    await fc.assert(property, { seed: 7, numRuns: 30 })
  })
})
