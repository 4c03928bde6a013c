import { expect, test } from 'vitest'
import { readDicom } from '../read/read-dicom.ts'
import type { Attributes } from '../write/attributes.ts'
import { writeFileChunks } from '../write/file.ts'
import { getSlice, readSlices } from './read-slices.ts'
import { readSliceValues } from './slice-values.ts'

function createFile(attributes: Attributes, cells: readonly number[], bits: 8 | 16 = 16) {
  const native =
    bits === 8 ? Uint8Array.from(cells) : new Uint8Array(Uint16Array.from(cells).buffer)
  const chunks = writeFileChunks(
    {
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.2.1',
      SOPInstanceUID: '2.25.1',
      Modality: 'CT',
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      Rows: 1,
      Columns: 2,
      BitsAllocated: bits,
      BitsStored: bits,
      HighBit: bits - 1,
      PixelRepresentation: 0,
      ...attributes,
    },
    { transferSyntaxUid: '1.2.840.10008.1.2.1', pixels: { native, bitsAllocated: bits } },
  )
  return readDicom(Buffer.concat(chunks))
}

const read = (attributes: Attributes, cells: readonly number[] = [1, 2]) =>
  readSlices(createFile(attributes, cells)) ?? expect.fail('no slices')

const getOffset = (isSigned: boolean, bits: number) => (!isSigned && bits > 15 ? 32_768 : 0)

test('the attributes of a frame come from its own group, then the shared one, then the header', () => {
  const slices = read(
    {
      NumberOfFrames: '3',
      RescaleIntercept: -7,
      SharedFunctionalGroupsSequence: [
        {
          PixelMeasuresSequence: [{ PixelSpacing: [0.4, 0.5], SliceThickness: 2 }],
          PlaneOrientationSequence: [{ ImageOrientationPatient: [1, 0, 0, 0, 0, -1] }],
          PlanePositionSequence: [{ ImagePositionPatient: [9, 9, 9] }],
        },
      ],
      PerFrameFunctionalGroupsSequence: [
        {
          PlanePositionSequence: [{ ImagePositionPatient: [1, 2, 3] }],
          PixelValueTransformationSequence: [
            { RescaleIntercept: -1024, RescaleSlope: 2, RescaleType: 'HU' },
          ],
          FrameVOILUTSequence: [{ WindowCenter: 40, WindowWidth: 400 }],
        },
        { PixelMeasuresSequence: [{ PixelSpacing: [0.6, 0.6], SliceThickness: 3 }] },
      ],
    },
    [1, 2, 3, 4, 5, 6],
  )
  expect(slices.others).toHaveLength(2)
  expect(getSlice(slices, 1)).toMatchObject({
    position: [1, 2, 3],
    orientation: { row: [1, 0, 0], column: [0, 0, -1] },
    spacing: [0.4, 0.5],
    thickness: 2,
    slope: 2,
    intercept: -1024,
    rescaleType: 'HU',
    window: { center: 40, width: 400 },
  })
  expect(getSlice(slices, 2)).toMatchObject({
    position: [9, 9, 9],
    spacing: [0.6, 0.6],
    thickness: 3,
    slope: 1,
    intercept: -7,
    window: null,
  })
  // The third frame has no group of its own.
  expect(getSlice(slices, 3)).toMatchObject({ position: [9, 9, 9], spacing: [0.4, 0.5] })
})

test.each([
  ['0', '0'],
  ['NaN', '-1024'],
  ['1', 'none'],
  ['1e30', '-1024'],
  ['1e-30', '0'],
  ['1', '-1e300'],
])('slope %s and intercept %s give stored values without a unit', (slope, intercept) => {
  const rescale = { RescaleType: 'HU', RescaleSlope: slope, RescaleIntercept: intercept }
  expect(read(rescale).first).toMatchObject({ slope: 1, intercept: 0, rescaleType: 'US' })
})

test.each<[string, [number, number]]>([
  ['vanishing', [1e-30, 1e-30]],
  ['huge', [1e30, 1e30]],
  ['zero', [0, 0.5]],
  ['much longer than wide', [0.5, 400]],
])('a pixel size that is %s is none', (_, PixelSpacing) => {
  expect(read({ PixelSpacing }).first.spacing).toBeNull()
})

test.each([
  [1e30, 400],
  [40, 1e30],
])('a window of the centre %d and the width %d is none', (WindowCenter, WindowWidth) => {
  expect(read({ WindowCenter, WindowWidth }).first.window).toBeNull()
})

test('the pixels of a micro-CT have a size', () => {
  expect(read({ PixelSpacing: [0.0005, 0.0005] }).first.spacing).toEqual([0.0005, 0.0005])
})

test('a slope and an intercept that are empty are those of unscaled values', () => {
  const rescale = { RescaleType: 'HU', RescaleSlope: '', RescaleIntercept: '' }
  expect(read(rescale).first).toMatchObject({ slope: 1, intercept: 0, rescaleType: 'HU' })
})

test('the physical quantity of stored values comes from the frame, the shared group or the header', () => {
  const scale = (slope: number, intercept: number) => ({
    RealWorldValueMappingSequence: [
      {
        RealWorldValueFirstValueMapped: 0,
        RealWorldValueLastValueMapped: 4095,
        RealWorldValueSlope: slope,
        RealWorldValueIntercept: intercept,
        MeasurementUnitsCodeSequence: [
          { CodeValue: 'mm2/s', CodingSchemeDesignator: 'UCUM', CodeMeaning: 'mm2/s' },
        ],
      },
    ],
  })
  const frames = read(
    {
      NumberOfFrames: '2',
      SharedFunctionalGroupsSequence: [scale(2, 1)],
      PerFrameFunctionalGroupsSequence: [scale(3, 5), {}],
    },
    [1, 2, 3, 4],
  )
  expect(getSlice(frames, 1).realWorld).toEqual({ slope: 3, intercept: 5, unit: 'mm2/s' })
  expect(getSlice(frames, 2).realWorld).toEqual({ slope: 2, intercept: 1, unit: 'mm2/s' })
  expect(read(scale(0.001, 0)).first.realWorld).toMatchObject({ slope: 0.001, intercept: 0 })
  expect(read({}).first.realWorld).toBeNull()
})

test('attributes that no scanner writes count as missing', () => {
  const { first } = read({
    ImagePositionPatient: [0, 0, 1e9],
    ImageOrientationPatient: [1, 0, 0],
    PixelSpacing: [0, 0.5],
    SliceThickness: -2,
    RescaleSlope: 0,
    WindowCenter: 40,
    WindowWidth: 0,
  })
  expect(first).toMatchObject({
    position: null,
    orientation: null,
    spacing: null,
    thickness: null,
    slope: 1,
    intercept: 0,
    window: null,
  })
})

test('a file that declares more frames than its pixel data has slices for those only', () => {
  expect(read({ NumberOfFrames: '2000000000' }, [1, 2, 3, 4]).others).toHaveLength(1)
})

test('padding, inversion and loss are those of the file', () => {
  const { first } = read({
    PhotometricInterpretation: 'MONOCHROME1',
    PixelRepresentation: 1,
    PixelPaddingValue: -2000,
    PixelPaddingRangeLimit: -1990,
    LossyImageCompression: '01',
  })
  expect(first).toMatchObject({
    photometric: 'MONOCHROME1',
    isSigned: true,
    padding: [-2000, -1990],
    isLossy: true,
  })
})

test('values of 16 bits without sign are moved into signed cells, and 8 bits are widened', async () => {
  const wide = await readSliceValues(createFile({}, [0, 65_535]), 0, getOffset)
  expect([...wide.values]).toEqual([-32_768, 32_767])
  const narrow = await readSliceValues(createFile({}, [3, 255], 8), 0, getOffset)
  expect([...narrow.values]).toEqual([3, 255])
  const signed = await readSliceValues(
    createFile({ PixelRepresentation: 1 }, [0, 65_535]),
    0,
    getOffset,
  )
  expect([...signed.values]).toEqual([0, -1])
})

test('a colour image becomes three planes below each other', async () => {
  const colour = { SamplesPerPixel: 3, PhotometricInterpretation: 'RGB', PlanarConfiguration: 0 }
  const file = createFile(colour, [1, 2, 3, 4, 5, 6], 8)
  expect(readSlices(file)?.first).toMatchObject({ samples: 3, photometric: 'RGB' })
  const { columns, rows, values } = await readSliceValues(file, 0, getOffset)
  expect([columns, rows, ...values]).toEqual([2, 3, 1, 4, 2, 5, 3, 6])
})
