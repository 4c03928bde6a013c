import { readFileSync, readdirSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ImageId } from '@talus/contract'
import { readDicom, readSliceValues, readSlices } from '@talus/dicom'
import { describe, expect, test } from 'vitest'
import { createVolume, readSlice, storeSlice } from './cells/volume.ts'
import { packSlice, unpackSlice } from './coder/slice-code.ts'
import { createGeometry } from './geometry/geometry.ts'
import { createKernel } from './kernel/kernel.ts'
import type { SliceFacts } from './slice-facts.ts'
import { buildOne, shuffle } from './testing/series.ts'
import { getCellTransform, getPackedOffset, getSliceValues } from './values/cell-transform.ts'

const named = process.env['TALUS_TEST_DATA']
const folder = resolve(named ?? resolve(import.meta.dirname, '../../../../shared/data'))
const hasSeries = existsSync(join(folder, 'ct-chest'))
const note = hasSeries ? '' : ` (skipped: no ${folder}; set TALUS_TEST_DATA)`

interface RealSlice {
  readonly name: string
  readonly facts: SliceFacts
  readonly values: Int16Array
}

async function readSeries(series: string, modality: string): Promise<readonly RealSlice[]> {
  const names = readdirSync(join(folder, series)).filter((name) => name.endsWith('.dcm'))
  return Promise.all(
    names.map(async (name, index) => {
      const file = readDicom(readFileSync(join(folder, series, name)))
      const slices = readSlices(file)
      if (!slices) throw new Error(`${name} has no slice`)
      const { values } = await readSliceValues(file, 0, getPackedOffset)
      const facts: SliceFacts = {
        ...slices.first,
        imageId: (index + 1) as ImageId,
        frame: 1,
        sopInstanceUID: file.identity.sopInstanceUid,
        seriesInstanceUID: series,
        seriesNumber: 1,
        seriesDescription: series,
        modality,
        bodyPart: '',
      }
      return { name, facts, values }
    }),
  )
}

/** Opens a series as the viewer does and returns the modality value of a voxel of a file. */
async function openSeries(series: string, modality: string) {
  const slices = await readSeries(series, modality)
  const stack = buildOne(shuffle(slices.map(({ facts }) => facts)))
  const kernel = createKernel()
  const geometry = createGeometry(stack)
  const volume = createVolume(kernel, geometry, getCellTransform(stack))
  const ordered = (stack.phases[0]?.slices ?? []).map(({ imageId }) => {
    const slice = slices.find(({ facts }) => facts.imageId === imageId)
    if (!slice) throw new Error('A slice of the stack has no file')
    return slice
  })
  let packedBytes = 0
  for (const [index, { values }] of ordered.entries()) {
    const packed = packSlice(kernel, values, stack.columns, stack.rows)
    packedBytes += packed.length
    const unpacked = new Int16Array(values.length)
    unpackSlice(kernel, packed, stack.columns, stack.rows, unpacked)
    if (Buffer.compare(Buffer.from(unpacked.buffer), Buffer.from(values.slice().buffer)) !== 0)
      throw new Error(`${ordered[index]?.name} differs after unpacking`)
    storeSlice(volume, index, unpacked)
  }
  const rawBytes = 2 * stack.columns * stack.rows * ordered.length
  const getValue = (name: string, column: number, row: number) => {
    const index = ordered.findIndex((slice) => slice.name === name)
    const { slope, intercept } = getSliceValues(stack, 0, index)
    const cell = readSlice(volume, index)?.[row * stack.columns + column]
    return cell === undefined ? undefined : slope * cell + intercept
  }
  return { stack, geometry, getValue, ratio: rawBytes / packedBytes }
}

/** Values that dcmtk reads (dcmdjpls and od), at column and row. */
const references: Readonly<Record<string, readonly (readonly [string, number, number, number])[]>> =
  {
    'ct-chest': [
      ['ct-1-001.dcm', 256, 256, 16],
      ['ct-1-001.dcm', 180, 300, -527],
      ['ct-1-001.dcm', 330, 200, -5],
      ['ct-1-068.dcm', 256, 256, -852],
      ['ct-1-068.dcm', 180, 300, -971],
      ['ct-1-068.dcm', 330, 200, -802],
      ['ct-1-135.dcm', 256, 256, 564],
      ['ct-1-135.dcm', 180, 300, 66],
      ['ct-1-135.dcm', 330, 200, -104],
    ],
    'ct-head-tilt': [
      ['01.dcm', 256, 256, 997],
      ['01.dcm', 200, 150, -305],
      ['14.dcm', 256, 256, 4],
      ['14.dcm', 200, 150, 30],
      ['28.dcm', 256, 256, 3],
      ['28.dcm', 200, 150, -1004],
    ],
    'mr-t1': [
      ['N2D_0192.dcm', 137, 192, 61],
      ['N2D_0192.dcm', 100, 150, 31],
    ],
  }

describe.skipIf(!hasSeries)(`real series${note}`, () => {
  test.each([
    ['ct-chest', 'CT', 2.9],
    ['ct-head-tilt', 'CT', 4],
    ['mr-t1', 'MR', 7],
  ] as const)(
    'the slices of %s are packed without loss, and their voxels have the values of dcmtk',
    async (series, modality, leastRatio) => {
      const { stack, getValue, ratio } = await openSeries(series, modality)
      expect(stack.kind).toBe('volume')
      expect(stack.unit).toBe(modality === 'CT' ? 'HU' : null)
      for (const [name, column, row, value] of references[series] ?? [])
        expect([name, column, row, getValue(name, column, row)]).toEqual([name, column, row, value])
      expect(ratio).toBeGreaterThan(leastRatio)
      process.stdout.write(`${series}: raw bytes / packed bytes = ${ratio.toFixed(2)}\n`)
    },
  )

  test('positions give the length of the chest and the tilt of the head', async () => {
    const chest = await openSeries('ct-chest', 'CT')
    expect(chest.geometry.places.at(-1)).toBeCloseTo(438.18, 2)
    expect(chest.geometry.origin[2]).toBeCloseTo(-360.18, 2)
    expect(chest.stack.notes).toEqual([])
    const head = await openSeries('ct-head-tilt', 'CT')
    expect(head.geometry.tilt).toBeCloseTo(18.5, 1)
    expect(head.geometry.gaps).toEqual([])
    expect(head.stack.notes.map(({ code }) => code)).toEqual(['tilted', 'irregular'])
  })
})
