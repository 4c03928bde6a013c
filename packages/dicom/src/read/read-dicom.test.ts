import { describe, expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import {
  createDicomFile,
  encodeElements,
  createFile,
  createImageElements,
  createImageFile,
  encapsulate,
  encodeItem,
  syntaxes,
} from '../testing/synthetic-file.ts'
import type { ImageOptions, NewElement } from '../testing/synthetic-file.ts'
import { describeImage } from './image.ts'
import { readDicom } from './read-dicom.ts'

const identity: readonly NewElement[] = [
  [0x00_08_00_20, 'DA', '20250314'],
  [0x00_08_00_60, 'CS', 'DX'],
  [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.99']]]],
  [0x00_10_00_10, 'PN', 'Rex^Owner'],
  [0x00_10_00_20, 'LO', 'A-17'],
  [0x00_20_00_13, 'IS', '12'],
  [0x00_28_00_10, 'US', [2421]],
]

const fault = (bytes: Uint8Array) => {
  try {
    describeImage(readDicom(bytes).dataSet)
  } catch (error) {
    if (error instanceof DicomFault) return error.code
    throw error
  }
  return 'none'
}

const joinBytes = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Uint8Array.from(part)))

const openItem = [0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff]
const endOfItem = [0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0]
const endOfSequence = [0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]
/** (0008,1140) SQ of undefined length. */
const openSequence = [0x08, 0, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff]

describe('reading a DICOM file', () => {
  test.each([syntaxes.implicit, syntaxes.explicit, syntaxes.bigEndian, syntaxes.deflated])(
    'a file reads the same in transfer syntax %s',
    (syntax) => {
      const {
        transferSyntax,
        dataSet,
        identity: found,
      } = readDicom(createDicomFile(identity, syntax))
      expect(transferSyntax.uid).toBe(syntax)
      expect(found).toMatchObject({
        studyDate: '20250314',
        modality: 'DX',
        patientName: 'Rex^Owner',
        patientId: 'A-17',
        instanceNumber: 12,
        seriesNumber: undefined,
        studyDescription: '',
      })
      expect(dataSet.word(0x00_28_00_10)).toBe(2421)
      expect(dataSet.item(0x00_08_11_40)?.code(0x00_08_11_55)).toBe('2.25.99')
    },
  )

  test.each([
    { isExplicit: true, isLittleEndian: true },
    { isExplicit: false, isLittleEndian: true },
    { isExplicit: true, isLittleEndian: false },
  ])('a file is recognised without preamble: %o', (layout) => {
    const { dataSet, identity: found } = readDicom(encodeElements(identity, layout))
    expect(dataSet.encoding).toEqual(layout)
    expect(found.patientId).toBe('A-17')
  })

  test('a file that declares the wrong transfer syntax is read as it is encoded', () => {
    const implicit = encodeElements(identity, { isExplicit: false, isLittleEndian: true })
    expect(readDicom(createFile(syntaxes.explicit, implicit)).identity.patientId).toBe('A-17')
  })

  test('reading a file does not copy its pixel data', () => {
    const bytes = createImageFile({ columns: 2, rows: 1 }, [1, 2])
    const pixels = readDicom(bytes).dataSet.bytes(0x7f_e0_00_10)
    expect(pixels?.buffer).toBe(bytes.buffer)
    expect(pixels).toHaveLength(4)
  })

  test('a PDF, zeros and an empty file are not DICOM', () => {
    expect(fault(new Uint8Array())).toBe('not-dicom')
    expect(fault(Buffer.from('%PDF-1.7\n'.repeat(40)))).toBe('not-dicom')
    expect(fault(new Uint8Array(4096))).toBe('not-dicom')
  })

  test('a file without a data set is damaged', () => {
    expect(fault(createFile(syntaxes.explicit, new Uint8Array()))).toBe('damaged')
  })
})

describe('reading sequences', () => {
  const element = encodeElements([[0x00_08_11_55, 'UI', '2.25.99']])
  const after = encodeElements([[0x00_10_00_20, 'LO', 'A-17']])
  const item = (sequence: Uint8Array) => {
    const { dataSet, identity: found } = readDicom(createFile(syntaxes.explicit, sequence))
    return [dataSet.item(0x00_08_11_40)?.code(0x00_08_11_55), found.patientId]
  }

  test('a sequence of undefined length ends at its delimiter', () => {
    const whole = joinBytes(openSequence, openItem, element, endOfItem, endOfSequence, after)
    expect(item(whole)).toEqual(['2.25.99', 'A-17'])
  })

  test('the last item of a sequence may lack its delimiter', () => {
    const whole = joinBytes(openSequence, openItem, element, endOfSequence, after)
    expect(item(whole)).toEqual(['2.25.99', 'A-17'])
  })

  test('a sequence stored as UN is read as implicit VR', () => {
    const lost = openSequence.with(4, 0x55).with(5, 0x4e)
    const implicit = encodeElements([[0x00_08_11_55, 'UI', '2.25.99']], {
      isExplicit: false,
      isLittleEndian: true,
    })
    const whole = joinBytes(lost, openItem, implicit, endOfItem, endOfSequence, after)
    expect(item(whole)).toEqual(['2.25.99', 'A-17'])
  })

  test('nested sequences are refused beyond the depth limit', () => {
    const open = Uint8Array.from([...openSequence, ...openItem])
    const close = Uint8Array.from([...endOfItem, ...endOfSequence])
    const nested = (depth: number) => {
      const opened = Buffer.alloc(depth * open.length, open)
      return createFile(
        syntaxes.explicit,
        joinBytes(opened, Buffer.alloc(depth * close.length, close), after),
      )
    }
    expect(readDicom(nested(20)).identity.patientId).toBe('A-17')
    expect(fault(nested(40))).toBe('too-large')
    // Deep enough to exhaust the stack of a parser that calls itself.
    expect(fault(nested(200_000))).toBe('too-large')
  })

  test('a sequence without an end is damaged', () => {
    const open = joinBytes(openSequence, openItem, element)
    expect(fault(createFile(syntaxes.explicit, open))).toBe('damaged')
  })
})

describe('the declarations of a file are checked before they are used', () => {
  test('a value longer than the file is damage', () => {
    const header = Uint8Array.from([0x10, 0, 0x10, 0, 0x55, 0x54, 0, 0, 0xf0, 0xff, 0xff, 0x7f])
    expect(fault(createFile(syntaxes.explicit, joinBytes(header, [1, 2, 3])))).toBe('damaged')
  })

  test('a file truncated anywhere yields a fault', () => {
    const pixels = Array.from({ length: 64 }, (_, index) => index)
    const whole = createImageFile({ columns: 8, rows: 8 }, pixels)
    for (let length = 0; length < whole.length; length++) {
      const code = fault(whole.subarray(0, length))
      expect(['not-dicom', 'damaged', 'no-picture', 'bad-picture']).toContain(code)
    }
    expect(fault(whole)).toBe('none')
  })

  test('Rows in four bytes counts as missing', () => {
    const elements = createImageElements({ columns: 8, rows: 8 }).map((element): NewElement =>
      element[0] === 0x00_28_00_10 ? [element[0], 'UL', Uint8Array.of(8, 0, 1, 0)] : element,
    )
    const file = createDicomFile([...elements, [0x7f_e0_00_10, 'OW', [1]]])
    expect(fault(file)).toBe('bad-picture')
  })

  test('an image larger than the limit is refused', () => {
    const describeCompressed = (options: ImageOptions) => {
      const elements = encodeElements(createImageElements(options))
      const pixels = encapsulate([new Uint8Array(64)])
      return fault(createFile(syntaxes.jpegLossless, Buffer.concat([elements, pixels])))
    }
    expect(describeCompressed({ columns: 65_535, rows: 65_535 })).toBe('too-large')
    const colours = { samples: 3, photometric: 'RGB', bitsAllocated: 16 }
    expect(describeCompressed({ columns: 8000, rows: 8000, ...colours })).toBe('too-large')
    expect(describeCompressed({ columns: 8000, rows: 8000 })).toBe('none')
  })

  test('a size beyond the limit without the bytes for it is damage, not a large image', () => {
    expect(fault(createImageFile({ columns: 65_535, rows: 65_535 }, [1]))).toBe('damaged-picture')
  })

  test('deflated data that inflates beyond the limit is refused', () => {
    const large = encodeItem(new Uint8Array(20 * 1024 * 1024))
    const file = createFile(syntaxes.deflated, large)
    expect(file.length).toBeLessThan(100_000)
    expect(fault(file)).toBe('too-large')
  })

  test('truncated or invalid deflated data is damage', () => {
    const file = createDicomFile(identity, syntaxes.deflated)
    expect(fault(file.subarray(0, -8))).toBe('damaged')
    expect(fault(Buffer.concat([file.subarray(0, -80), Buffer.alloc(80, 0xff)]))).toBe('damaged')
  })
})

test('texts and codes are read without their padding, and a missing or empty one is empty', () => {
  const { dataSet } = readDicom(
    createDicomFile([
      [0x00_08_00_60, 'CS', ' DX \\CR'],
      [0x00_08_00_70, 'LO', ' Maker  of sensors \0 '],
      [0x00_08_00_80, 'LO', ''],
      [0x00_28_00_10, 'US', [2421, 7]],
    ]),
  )
  expect(dataSet.code(0x00_08_00_60)).toBe('DX')
  expect(dataSet.text(0x00_08_00_70)).toBe('Maker  of sensors')
  for (const tag of [0x00_08_00_80, 0x00_10_00_20]) {
    expect(dataSet.text(tag)).toBe('')
    expect(dataSet.code(tag)).toBe('')
    expect(dataSet.word(tag)).toBeUndefined()
  }
  expect(dataSet.word(0x00_28_00_10)).toBe(2421)
})

test('padding after the last element is ignored', () => {
  const padded = joinBytes(createDicomFile(identity), new Uint8Array(517))
  expect(readDicom(padded).identity.instanceNumber).toBe(12)
})

test('garbage after complete pixel data is ignored', () => {
  const file = joinBytes(
    createImageFile({ columns: 1, rows: 1 }, [7]),
    [9, 9, 9, 9, 9, 9, 9, 9, 9, 9],
  )
  expect(fault(file)).toBe('none')
})
