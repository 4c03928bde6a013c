import { expect, test } from 'vitest'
import { createImageFile, syntaxes } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { readDicom } from './read-dicom.ts'
import { readUltrasoundRegions } from './ultrasound-regions.ts'

const double = (value: number) => new Uint8Array(Float64Array.of(value).buffer)
const long = (value: number) => new Uint8Array(Uint32Array.of(value).buffer)

const createRegion = (units: readonly [number, number], right = 599): NewElement[] => [
  [0x00_18_60_18, 'UL', long(0)],
  [0x00_18_60_1a, 'UL', long(10)],
  [0x00_18_60_1c, 'UL', long(right)],
  [0x00_18_60_1e, 'UL', long(409)],
  [0x00_18_60_24, 'US', [units[0]]],
  [0x00_18_60_26, 'US', [units[1]]],
  [0x00_18_60_2c, 'FD', double(0.02)],
  [0x00_18_60_2e, 'FD', double(-0.03)],
]

test.each([syntaxes.explicit, syntaxes.implicit])(
  'regions have their size in millimetres, and those without lengths have none: %s',
  (syntax) => {
    const regions = [createRegion([3, 3]), createRegion([4, 7]), createRegion([3, 3], 0)]
    const more: NewElement[] = [[0x00_18_60_11, 'SQ', regions]]
    const file = createImageFile({ columns: 1, rows: 1, more }, [0], syntax)
    const edges = { left: 0, top: 10, right: 600, bottom: 410 }
    const found = readUltrasoundRegions(readDicom(file).dataSet)
    expect(
      found.map(({ spacing, ...one }) => [one, spacing?.map((size) => +size.toFixed(9))]),
    ).toEqual([
      [edges, [0.3, 0.2]],
      [edges, undefined],
    ])
  },
)

test.runIf(hasSamples)(`regions of a real file are read${samplesNote}`, () => {
  const path = 'transfer-syntaxes/colour-multiframe/us_ybr_full_422_evle.dcm'
  const [region, ...others] = readUltrasoundRegions(readDicom(readSample(path)).dataSet)
  expect(others).toEqual([])
  expect(region?.spacing?.every((size) => size > 0.05 && size < 2)).toBe(true)
})
