import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { dumpDicom } from './dump/dump-dicom.ts'
import { transcode } from './encode/transcode.ts'
import { DicomFault } from './fault.ts'
import { bulkData } from './json/bulk-data.ts'
import { dicomJson } from './json/dicom-json.ts'
import { frameBytes, frameCount } from './read/frame-bytes.ts'
import { frameInSpan, frameSpan } from './read/frame-span.ts'
import { readHead } from './read/head.ts'
import { readDicom } from './read/read-dicom.ts'
import { describeStudy } from './read/study.ts'
import { changed, changes } from './testing/changes.ts'
import { imageFile, syntaxes } from './testing/synthetic-file.ts'
import type { NewElement } from './testing/synthetic-file.ts'
import { hasSamples, readSample, samplesIn, samplesNote } from './testing/test-data.ts'

vi.setConfig({ testTimeout: 120_000 })
// Milliseconds each; but a machine under load takes its time, and a hang takes for ever.
const mostMs = 20_000

/** Everything that reads or rewrites a file, beside the pictures. */
const readers: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  head: (bytes) => describeStudy(readHead(bytes, bytes.length).dataSet),
  'part of a head': (bytes) => {
    const head = readHead(bytes.subarray(0, Math.floor(bytes.length / 2)), bytes.length)
    const span = frameSpan(head, 0)
    return span?.hasHeaders
      ? frameInSpan(bytes.subarray(span.start, span.end))
      : dicomJson(head.dataSet)
  },
  json: (bytes) => {
    const paths: string[] = []
    const { dataSet } = readDicom(bytes)
    const bulkDataUri = (path: string) => {
      paths.push(path)
      return path
    }
    dicomJson(dataSet, { bulkDataUri, inlineBytes: 4, hasPixelData: true })
    return paths.map((path) => bulkData(dataSet, path))
  },
  dump: (bytes) => dumpDicom(readDicom(bytes)),
  frames: (bytes) => {
    const file = readDicom(bytes)
    return frameBytes(file, frameCount(file) - 1, { isLittleEndian: true })
  },
  'explicit copy': async (bytes) =>
    readDicom(Buffer.concat(await transcode(bytes, syntaxes.explicit))),
  'packed copy': async (bytes) =>
    readDicom(Buffer.concat(await transcode(bytes, '1.2.840.10008.1.2.4.202'))),
}

/** Faults of ours are ends like results; anything else is a bug, and is thrown. */
async function expectNoHarm(bytes: Uint8Array): Promise<void> {
  for (const [name, read] of Object.entries(readers)) {
    // A film of 65 good frames takes its time to be packed, which is not what is asked here.
    if (name.endsWith('copy') && bytes.length > 2_000_000) continue
    const start = performance.now()
    try {
      await read(bytes)
    } catch (error) {
      if (!(error instanceof DicomFault)) throw new Error(name, { cause: error })
    }
    const took = performance.now() - start
    expect(took < mostMs ? 'in time' : `${name} took ${Math.round(took)} ms`).toBe('in time')
  }
}

const more: NewElement[] = [
  [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.9']], [[0x00_08_11_40, 'SQ', [[]]]]]],
  [0x00_09_00_10, 'LO', 'MAKER'],
  [0x00_09_10_01, 'UN', Uint8Array.of(1, 2, 3, 4, 5, 6)],
]
const pixels = Array.from({ length: 256 }, (_, at) => at)

test.each(Object.entries(syntaxes).slice(0, 4))(
  'a changed file does no harm: %s',
  async (_, syntax) => {
    const file = imageFile({ columns: 16, rows: 16, more }, pixels, syntax)
    await expectNoHarm(file)
    const property = fc.asyncProperty(changes, (change) => expectNoHarm(changed(file, change)))
    await fc.assert(property, { seed: 20_260_314, numRuns: 150 })
  },
)

describe.runIf(hasSamples)(`real files${samplesNote}`, () => {
  test.each(samplesIn('malformed'))('malformed: %s', async (path) => {
    await expectNoHarm(readSample(path))
  })

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
  ])('changed: %s', async (path) => {
    const file = Uint8Array.from(readSample(path))
    const property = fc.asyncProperty(changes, (change) => expectNoHarm(changed(file, change)))
    await fc.assert(property, { seed: 7, numRuns: 30 })
  })
})
