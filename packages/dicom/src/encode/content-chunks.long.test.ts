import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readDicom } from '../read/read-dicom.ts'
import { createImageFile, syntaxes } from '../testing/synthetic-file.ts'
import { hasSamples, listSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { editDataSet } from '../write/edit.ts'
import { listContentChunks } from './content-chunks.ts'
import { transcode } from './transcode.ts'

async function hashContent(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of listContentChunks(readDicom(bytes))) hash.update(chunk)
  return hash.digest('hex')
}

const pixels = [1, 2, 3, 4, 5, 6]
const createFile = (syntax: string) => createImageFile({ columns: 3, rows: 2 }, pixels, syntax)

test('the same object has the same content in every uncompressed transfer syntax', async () => {
  const { explicit, implicit, bigEndian, deflated } = syntaxes
  const hashes = await Promise.all(
    [explicit, implicit, bigEndian, deflated].map((syntax) => hashContent(createFile(syntax))),
  )
  expect(new Set(hashes).size).toBe(1)
})

test('another pixel or another value is other content', async () => {
  const file = createFile(syntaxes.explicit)
  const other = createImageFile({ columns: 3, rows: 2 }, [...pixels.slice(0, 5), 7])
  const renamed = editDataSet(file, { PatientName: 'Other^Name' }).bytes
  const hashes = await Promise.all([file, other, renamed].map(hashContent))
  expect(new Set(hashes).size).toBe(3)
})

describe.skipIf(!hasSamples)(`content of real files${samplesNote}`, () => {
  const sameObjects = {
    'CT in lossless syntaxes': listSamples('transfer-syntaxes/same-ct-15-syntaxes').filter((path) =>
      /Lossless|Process14|Explicit|Implicit|BigEndian/u.test(path),
    ),
    'MR in lossless syntaxes': listSamples('transfer-syntaxes/pydicom-small').filter((path) =>
      /MR_small(?:_implicit|_RLE|_jp2klossless|_jpeg_ls_lossless)?\.dcm$/u.test(path),
    ),
  }
  test.each(Object.entries(sameObjects))('%s is one object', async (_, paths) => {
    expect(paths.length).toBeGreaterThan(4)
    const hashes = new Map<string, string[]>()
    for (const path of paths) {
      const hash = await hashContent(readSample(path))
      hashes.set(hash, [...(hashes.get(hash) ?? []), path])
    }
    expect([...hashes.values()]).toEqual([paths])
  })

  test('an object compressed without loss has the same content, with loss another', async () => {
    const file = readSample('radiographs/vet/dx_dog_thorax_lateral_mono1_169x211.dcm')
    const compressed = Buffer.concat(await transcode(file, '1.2.840.10008.1.2.4.80'))
    expect(await hashContent(compressed)).toBe(await hashContent(file))
    const folder = 'transfer-syntaxes/same-ct-15-syntaxes'
    const [lossless, lossy] = await Promise.all(
      ['JPEGLSLossless', 'JPEGLSLossy'].map(async (name) => {
        const path = listSamples(folder).find((one) => one.includes(name)) ?? ''
        return hashContent(readSample(path))
      }),
    )
    expect(lossy).not.toBe(lossless)
  })
})
