import { describe, expect, test, vi } from 'vitest'
import {
  convertWithDcmtk,
  dcmtkNote,
  renderWithDcmtk,
  computeMaxDifference,
  hasDcmtk,
} from '../testing/dcmtk.ts'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { readDicom } from '../read/read-dicom.ts'
import { renderPlainFrame } from './render.ts'
import type { RenderOptions } from './render.ts'

// The tests start dozens of programs, on a computer that may be busy.
vi.setConfig({ testTimeout: 30_000 })

const firstWindow = ['--use-window', '1']
const firstTable = ['--use-voi-lut', '1']
const wholeRange = ['--min-max-window']

/** The pixels alone; overlays, shutter and aspect have their own tests. */
const renderPlain = async (bytes: Uint8Array, options?: RenderOptions) =>
  (await renderPlainFrame(readDicom(bytes), options)).rendered

/** The server hands files to its workers in shared memory, in a larger buffer. */
function inSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength + 1), 0, bytes.byteLength)
  shared.set(bytes)
  return shared
}

describe.runIf(hasSamples)(`rendering of real files equals that of dcmtk${samplesNote}`, () => {
  describe.runIf(hasDcmtk)(`within one grey level${dcmtkNote}`, () => {
    test.each([
      ['radiographs/vet/dx_dog_thorax_lateral_mono1_169x211.dcm', 'dcm2pnm', firstWindow],
      ['radiographs/vet/dx_dog_thorax_lateral_mendeley_vhs1_12bit.dcm', 'dcm2pnm', firstWindow],
      ['radiographs/vet/dx_dog_stifle_tibia_lateral_idexx_jpeg_ybr422.dcm', 'dcmj2pnm', []],
      ['radiographs/human/cr_chest_fuji_mono1_10bit_nospacing.dcm', 'dcm2pnm', firstWindow],
      ['radiographs/human/dx_hands_14bit_overlay_evle.dcm', 'dcm2pnm', firstWindow],
      ['radiographs/human/tg18-qc_1k_12bit_ivle.dcm', 'dcm2pnm', firstWindow],
      ['radiographs/human/cr_teeth_mono1_modalityLUT_JPLL.dcm', 'dcmj2pnm', wholeRange],
      ['radiographs/human/RG3_tibia_mono1_10bit_JLSL.dcm', 'dcml2pnm', firstWindow],
      ['transfer-syntaxes/test16signed_ct.dcm', 'dcm2pnm', firstWindow],
      ['transfer-syntaxes/pydicom-data/mlut_18.dcm', 'dcm2pnm', wholeRange],
      ['transfer-syntaxes/pydicom-data/vlut_04.dcm', 'dcm2pnm', firstTable],
      ['transfer-syntaxes/pydicom-data/color-pl.dcm', 'dcm2pnm', []],
      ['transfer-syntaxes/pydicom-data/OBXXXX1A_rle_2frame.dcm', 'dcm2pnm', []],
      ['transfer-syntaxes/pydicom-small/MR_small_bigendian.dcm', 'dcm2pnm', firstWindow],
      ['transfer-syntaxes/pydicom-small/SC_rgb_small_odd_big_endian.dcm', 'dcm2pnm', []],
      ['transfer-syntaxes/pydicom-small/SC_jpeg_no_color_transform.dcm', 'dcmj2pnm', []],
      ['transfer-syntaxes/pydicom-small/SC_rgb_jpeg_app14_dcmd.dcm', 'dcmj2pnm', []],
      ['transfer-syntaxes/pydicom-small/SC_rgb_jls_lossy_line.dcm', 'dcml2pnm', []],
      ['transfer-syntaxes/pydicom-small/SC_rgb_rle_16bit_2frame.dcm', 'dcm2pnm', []],
      ['transfer-syntaxes/pydicom-small/SC_ybr_full_422_uncompressed.dcm', 'dcm2pnm', []],
      ['transfer-syntaxes/pydicom-small/examples_palette.dcm', 'dcm2pnm', []],
      ['transfer-syntaxes/pydicom-small/image_dfl.dcm', 'dcm2pnm', wholeRange],
      ['transfer-syntaxes/colour-multiframe/palette16_testpattern.dcm', 'dcm2pnm', []],
    ] as const)('rendering equals dcmtk: %s', async (path, program, voi) => {
      const bytes = readSample(path)
      const expected = renderWithDcmtk(bytes, voi, program)
      const rendered = await renderPlain(bytes)
      expect(computeMaxDifference(rendered, expected)).toBeLessThanOrEqual(1)
      const { data } = await renderPlain(inSharedMemory(bytes))
      expect(Buffer.from(rendered.data).equals(data), 'the same out of shared memory').toBe(true)
    })

    test.each([0, 17, 33])('frame %i of a cine loop equals dcmtk', async (frame) => {
      const bytes = readSample('transfer-syntaxes/colour-multiframe/us_34frames_ybr422_jpeg.dcm')
      const expected = renderWithDcmtk(bytes, ['--frame', String(frame + 1)], 'dcmj2pnm')
      expect(
        computeMaxDifference(await renderPlain(bytes, { frame }), expected),
      ).toBeLessThanOrEqual(1)
    })

    // The window amplifies the rounding differences between the decoders.
    const progressive = 'same-ct-15-syntaxes/CTImage.dcm_JPEGProcess10_12TransferSyntax_'
    test.each([
      ['transfer-syntaxes/pydicom-small/JPGExtended.dcm', wholeRange, 2],
      [`transfer-syntaxes/${progressive}1.2.840.10008.1.2.4.55.dcm`, firstWindow, 3],
    ])(
      '12-bit JPEG equals dcmtk up to the rounding of the decoder: %s',
      async (path, voi, most) => {
        const bytes = readSample(path)
        const expected = renderWithDcmtk(bytes, voi, 'dcmj2pnm')
        expect(computeMaxDifference(await renderPlain(bytes), expected)).toBeLessThanOrEqual(most)
      },
    )
  })
})

describe.runIf(hasSamples)(`the same image in different transfer syntaxes${samplesNote}`, () => {
  const folder = 'transfer-syntaxes/same-ct-15-syntaxes/CTImage.dcm_'
  const plain = `${folder}LittleEndianExplicitTransferSyntax_1.2.840.10008.1.2.1.dcm`
  const sequential = `${folder}JPEGProcess2_4TransferSyntax_1.2.840.10008.1.2.4.51.dcm`
  test.each([
    [`${folder}LittleEndianImplicitTransferSyntax_1.2.840.10008.1.2.dcm`, plain],
    [`${folder}BigEndianExplicitTransferSyntax_1.2.840.10008.1.2.2.dcm`, plain],
    [`${folder}DeflatedExplicitVRLittleEndianTransferSyntax_1.2.840.10008.1.2.1.99.dcm`, plain],
    [`${folder}RLELosslessTransferSyntax_1.2.840.10008.1.2.5.dcm`, plain],
    [`${folder}JPEGProcess14TransferSyntax_1.2.840.10008.1.2.4.57.dcm`, plain],
    [`${folder}JPEGProcess14SV1TransferSyntax_1.2.840.10008.1.2.4.70.dcm`, plain],
    [`${folder}JPEGLSLosslessTransferSyntax_1.2.840.10008.1.2.4.80.dcm`, plain],
    [`${folder}JPEG2000LosslessOnlyTransferSyntax_1.2.840.10008.1.2.4.90.dcm`, plain],
    // The same 12-bit coefficients, sequential or progressive.
    [`${folder}JPEGProcess6_8TransferSyntax_1.2.840.10008.1.2.4.53.dcm`, sequential],
    [`${folder}JPEGProcess10_12TransferSyntax_1.2.840.10008.1.2.4.55.dcm`, sequential],
    [
      'radiographs/human/RG3_tibia_mono1_10bit_J2KR.dcm',
      'radiographs/human/RG3_tibia_mono1_10bit_JLSL.dcm',
    ],
    [
      'transfer-syntaxes/pydicom-data/emri_small_RLE.dcm',
      'transfer-syntaxes/pydicom-data/emri_small.dcm',
    ],
    [
      'transfer-syntaxes/pydicom-small/MR_small_jp2klossless.dcm',
      'transfer-syntaxes/pydicom-small/MR_small.dcm',
    ],
  ])('rendering does not depend on the transfer syntax: %s', async (path, other) => {
    const [one, two] = await Promise.all([path, other].map((name) => renderPlain(readSample(name))))
    if (!one || !two) throw new Error('no pictures')
    expect(computeMaxDifference(one, two)).toBe(0)
  })

  test('a lossy image renders close to the lossless one', async () => {
    const lossless = await renderPlain(
      readSample('transfer-syntaxes/htj2k/HTJ2KLossless_08_RGB.dcm'),
    )
    const lossy = await renderPlain(readSample('transfer-syntaxes/htj2k/HTJ2K_08_RGB.dcm'))
    const far = lossless.data.filter((value, at) => Math.abs(value - (lossy.data[at] ?? 0)) > 24)
    expect(far.length / lossless.data.length).toBeLessThan(0.01)
  })

  test('rendering does not depend on the fragments and offset tables of the frames', async () => {
    const variants = 'transfer-syntaxes/multiframe-ct-bot-variants/CT0012'
    const names = [
      'fragmented_no_bot_jpeg_lossless.70',
      'not_fragmented_bot_rle',
      'not_fragmented_no_bot_jpeg_ls.80',
    ]
    const [one, two, three] = await Promise.all(
      names.map((name) => renderPlain(readSample(`${variants}.${name}.dcm`), { frame: 1 })),
    )
    if (!one || !two || !three) throw new Error('no pictures')
    expect([computeMaxDifference(one, two), computeMaxDifference(one, three)]).toEqual([0, 0])
  })
})

describe.runIf(hasDcmtk)(`modality LUT, VOI LUT and presentation equal dcmtk${dcmtkNote}`, () => {
  const size = { columns: 32, rows: 32, bitsStored: 12 }
  const text = (tag: number, vr: string, value: string): NewElement => [tag, vr, value]
  const table: NewElement = [
    0x00_28_30_10,
    'SQ',
    [
      [
        [0x00_28_30_02, 'US', [1024, 100, 12]],
        [0x00_28_30_06, 'US', Array.from({ length: 1024 }, (_, at) => Math.round((at * at) / 256))],
      ],
    ],
  ]
  const window = (center: number, width: number, name: string) => [
    text(0x00_28_10_50, 'DS', String(center)),
    text(0x00_28_10_51, 'DS', String(width)),
    text(0x00_28_10_56, 'CS', name),
  ]
  const ways: [string, NewElement[], string[]][] = [
    ['no window', [], wholeRange],
    ['a window', window(300, 777, 'LINEAR'), firstWindow],
    ['a sigmoid window', window(300, 777, 'SIGMOID'), firstWindow],
    ['a VOI LUT', [table], firstTable],
  ]
  const slopes: [string, NewElement[]][] = [
    ['not rescaled', []],
    [
      'rescaled with a negative slope',
      [text(0x00_28_10_52, 'DS', '900'), text(0x00_28_10_53, 'DS', '-0.5')],
    ],
  ]
  const kinds = ['MONOCHROME1', 'MONOCHROME2'].flatMap((photometric) =>
    [false, true].map((isSigned) => ({ photometric, isSigned })),
  )
  describe.each(kinds)('%o', (kind) => {
    // Every value once: from -512 to 511, or from 0 to 1023.
    const pixels = Array.from({ length: 1024 }, (_, at) => at - (kind.isSigned ? 512 : 0))
    test.each(
      ways.flatMap(([way, voi, options]) =>
        slopes.map(
          ([slope, rescale]) => [`${way}, ${slope}`, [...rescale, ...voi], options] as const,
        ),
      ),
    )('grey levels equal dcmtk: %s', async (_, more, options) => {
      const file = createImageFile({ ...size, ...kind, more }, pixels)
      expect(
        computeMaxDifference(await renderPlain(file), renderWithDcmtk(file, options)),
      ).toBeLessThanOrEqual(1)
    })
  })
})

describe.runIf(hasDcmtk)(`lossless JPEG written by dcmtk${dcmtkNote}`, () => {
  const waves = (at: number) => Math.round(2000 + 1500 * Math.sin(at / 7) + 400 * Math.cos(at / 97))
  const grey = createImageFile(
    { columns: 61, rows: 47, bitsStored: 12 },
    Array.from({ length: 61 * 47 }, (_, at) => waves(at)),
  )
  const colour = createImageFile(
    {
      columns: 40,
      rows: 30,
      samples: 3,
      bitsAllocated: 8,
      photometric: 'RGB',
      more: [[0x00_28_00_06, 'US', [0]]],
    },
    Uint8Array.from({ length: 3600 }, (_, at) => waves(at) >> 4),
  )

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'lossless JPEG with predictor %i is decoded',
    async (predictor) => {
      const options = ['--encode-lossless', '--selection-value', String(predictor)]
      const packed = convertWithDcmtk('dcmcjpeg', grey, options)
      expect(packed.length).toBeLessThan(grey.length)
      expect(computeMaxDifference(await renderPlain(packed), await renderPlain(grey))).toBe(0)
    },
  )

  test('lossless JPEG of the full 16-bit range is decoded', async () => {
    const pixels = Array.from({ length: 1024 }, (_, at) => ((at * 40_503) ^ (at << 7)) & 0xff_ff)
    const file = createImageFile({ columns: 32, rows: 32 }, pixels)
    const packed = convertWithDcmtk('dcmcjpeg', file, ['--encode-lossless-sv1'])
    expect(computeMaxDifference(await renderPlain(packed), await renderPlain(file))).toBe(0)
  })

  test('lossless JPEG of colours is decoded', async () => {
    const packed = convertWithDcmtk('dcmcjpeg', colour, ['--encode-lossless-sv1'])
    expect(computeMaxDifference(await renderPlain(packed), await renderPlain(colour))).toBe(0)
  })
})
