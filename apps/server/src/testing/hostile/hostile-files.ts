import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { writeDataSet, writeFileMeta } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { toUid } from '../dicom/dicom-objects.ts'

/** A file that is made to exhaust its reader. */
export interface HostileFile {
  readonly kind: HostileKind
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  /** The part of a file before its data set. */
  readonly meta: Uint8Array
  /** The data set in chunks, which may be the same memory again and again. */
  readonly chunks: readonly Uint8Array[]
}

const explicit = '1.2.840.10008.1.2.1'
const implicit = '1.2.840.10008.1.2'
const deflated = '1.2.840.10008.1.2.1.99'
const jpeg = '1.2.840.10008.1.2.4.50'
const sopClass = '1.2.840.10008.5.1.4.1.1.1.1'
const undefinedLength = 0xff_ff_ff_ff

const numbers = (...words: readonly number[]) => {
  const bytes = Buffer.alloc(2 * words.length)
  for (const [at, word] of words.entries()) bytes.writeUInt16LE(word, 2 * at)
  return bytes
}
const length32 = (length: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(length)
  return bytes
}
const tagBytes = (tag: number) => numbers(tag >>> 16, tag & 0xff_ff)
/** The header of an element with a long form VR. */
const longHeader = (tag: number, vr: string, length: number) =>
  Buffer.concat([tagBytes(tag), Buffer.from(vr), numbers(0), length32(length)])
const itemHeader = (length: number) => Buffer.concat([tagBytes(0xff_fe_e0_00), length32(length)])
const itemEnd = Buffer.concat([tagBytes(0xff_fe_e0_0d), length32(0)])
const sequenceEnd = Buffer.concat([tagBytes(0xff_fe_e0_dd), length32(0)])

const repeat = (chunk: Uint8Array, count: number) =>
  Array.from<Uint8Array>({ length: count }).fill(chunk)

/** Repeats a small part until about `bytes` are full; the chunks share one megabyte. */
function repeatUpTo(part: Uint8Array, bytes: number): readonly Uint8Array[] {
  const perChunk = Math.max(1, Math.floor(Math.min(bytes, 1_000_000) / part.length))
  const chunk = Buffer.concat(repeat(part, perChunk))
  return repeat(chunk, Math.max(1, Math.floor(bytes / chunk.length)))
}

const countBytes = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0)

const radiograph = (rows = 64, columns = 64): Attributes => ({
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  Rows: rows,
  Columns: columns,
  BitsAllocated: 16,
  BitsStored: 12,
  HighBit: 11,
  PixelRepresentation: 0,
})

const pixels = (chunks: readonly Uint8Array[]) => [
  longHeader(0x7f_e0_00_10, 'OW', countBytes(chunks)),
  ...chunks,
]
const onePixelFrame = pixels([new Uint8Array(64 * 64 * 2)])

/** Empty private elements with ascending tags. */
function createElements(bytes: number): readonly Uint8Array[] {
  const perGroup = 60_000
  const count = Math.floor(bytes / 8)
  const groups = Array.from({ length: Math.ceil(count / perGroup) }, (_, group) => {
    const chunk = Buffer.alloc(8 * Math.min(perGroup, count - group * perGroup))
    for (let at = 0; at < chunk.length / 8; at += 1) {
      chunk.writeUInt16LE(0x29 + 2 * group, 8 * at)
      chunk.writeUInt16LE(0x10_00 + at, 8 * at + 2)
      chunk.write('LO', 8 * at + 4)
    }
    return chunk
  })
  return groups
}

const openSequence = (contents: readonly Uint8Array[]) => [
  longHeader(0x00_40_02_75, 'SQ', undefinedLength),
  ...contents,
  sequenceEnd,
]

/** An item whose sequence has an item, and so on. */
function createNest(depth: number): Uint8Array {
  let inside: Uint8Array = Buffer.alloc(0)
  for (let level = 0; level < depth; level += 1)
    inside = Buffer.concat([
      itemHeader(undefinedLength),
      longHeader(0x00_40_02_75, 'SQ', undefinedLength),
      inside,
      sequenceEnd,
      itemEnd,
    ])
  return inside
}

const itemWithElements = Buffer.concat([
  itemHeader(undefinedLength),
  ...Array.from({ length: 20 }, (_, at) =>
    Buffer.concat([
      numbers(0x00_40, 0x10_00 + at),
      Buffer.from('LO'),
      numbers(4),
      Buffer.from('text'),
    ]),
  ),
  itemEnd,
])

interface Body {
  readonly syntax?: string
  readonly attributes?: Attributes
  /** Everything after the attributes, which end before group 0029. */
  readonly rest: readonly Uint8Array[]
  readonly hasUids?: boolean
}

/** The bodies by kind; `bytes` is about the size of the file. */
const kinds = {
  /** Millions of empty elements: one object of the parser for each. */
  elements: (bytes) => ({ rest: createElements(bytes) }),
  /** The same without UIDs, which the server adds to the file. */
  'elements without uids': (bytes) => ({ rest: createElements(bytes), hasUids: false }),
  'empty items': (bytes) => {
    const items = repeatUpTo(itemHeader(0), bytes)
    return { rest: [longHeader(0x00_40_02_75, 'SQ', countBytes(items)), ...items] }
  },
  'long sequence': (bytes) => ({
    rest: [...openSequence(repeatUpTo(itemWithElements, bytes)), ...onePixelFrame],
  }),
  'deep nesting': (bytes) => ({
    rest: openSequence(repeatUpTo(createNest(Math.min(5000, Math.ceil(bytes / 40))), bytes)),
  }),
  'nested scans': (bytes) => ({
    rest: [...openSequence(repeatUpTo(createNest(28), bytes)), ...onePixelFrame],
  }),
  zeros: (bytes) => ({ rest: repeatUpTo(new Uint8Array(1_000), bytes) }),
  'zeros without attributes': (bytes) => ({
    attributes: {},
    rest: repeatUpTo(new Uint8Array(1_000), bytes),
    hasUids: false,
  }),
  'zeros and an end': (bytes) => ({
    rest: [...repeatUpTo(new Uint8Array(1_000), bytes), Uint8Array.of(1)],
  }),
  /** Inflates to a thousand times its size. */
  'deflated zeros': (bytes) => ({
    syntax: deflated,
    rest: repeatUpTo(new Uint8Array(1_000), 20 * bytes),
  }),
  'deflated elements': (bytes) => ({ syntax: deflated, rest: createElements(5 * bytes) }),
  /** A text of millions of values; in implicit VR a value may have any length. */
  'many values': (bytes) => {
    const values = repeatUpTo(Buffer.from('1\\'), bytes)
    const header = Buffer.concat([tagBytes(0x00_28_30_06), length32(countBytes(values))])
    return { syntax: implicit, rest: [header, ...values] }
  },
  /** Text that JSON writes in six characters for each byte. */
  'control characters': (bytes) => {
    const value = Buffer.alloc(60_000, 1)
    const element = (at: number) =>
      Buffer.concat([
        numbers(0x00_29, 0x10_00 + at),
        Buffer.from('LT'),
        numbers(value.length),
        value,
      ])
    return {
      rest: Array.from({ length: Math.ceil(bytes / value.length) }, (_, at) => element(at)),
    }
  },
  'long private value': (bytes) => {
    const value = repeatUpTo(randomBytes(1_000_000), bytes)
    return {
      rest: [longHeader(0x00_29_10_10, 'OB', countBytes(value)), ...value, ...onePixelFrame],
    }
  },
  'no pixel data': (bytes) => {
    const value = repeatUpTo(randomBytes(1_000_000), bytes)
    return { rest: [longHeader(0x00_42_00_11, 'OB', countBytes(value)), ...value], hasUids: false }
  },
  'multi-frame': (bytes) => {
    const frame = randomBytes(512 * 512 * 2).map((byte, at) => (at % 2 === 0 ? byte : byte & 15))
    const count = Math.max(2, Math.floor(bytes / frame.length))
    const attributes = { ...radiograph(512, 512), NumberOfFrames: count }
    return { attributes, rest: pixels(repeat(frame, count)) }
  },
  'large frame': (bytes) => {
    const edge = Math.min(8000, 2 * Math.floor(Math.sqrt(bytes / 8)))
    return {
      attributes: radiograph(edge, edge),
      rest: pixels(repeat(new Uint8Array(edge * 2).fill(3), edge)),
    }
  },
  'many frames declared': (bytes) => ({
    attributes: { ...radiograph(1, 1), NumberOfFrames: 2_147_483_647 },
    rest: pixels(repeatUpTo(new Uint8Array(1_000), bytes)),
  }),
  'empty fragments': (bytes) => ({
    syntax: jpeg,
    attributes: { ...radiograph(), NumberOfFrames: 1000 },
    rest: [
      longHeader(0x7f_e0_00_10, 'OB', undefinedLength),
      itemHeader(0),
      ...repeatUpTo(itemHeader(0), bytes),
      sequenceEnd,
    ],
  }),
  /** Every offset of the table points to the start of one frame as long as the file. */
  'lying offset table': (bytes) => {
    const count = 1000
    const frame = repeatUpTo(Buffer.concat([Buffer.from([0xff, 0xd8]), randomBytes(998)]), bytes)
    return {
      syntax: jpeg,
      attributes: { ...radiograph(), NumberOfFrames: count },
      rest: [
        longHeader(0x7f_e0_00_10, 'OB', undefinedLength),
        itemHeader(4 * count),
        Buffer.concat(
          Array.from({ length: count }, (_, at) => length32(at % 2 === 0 ? 0 : 0xff_ff_ff_f0)),
        ),
        itemHeader(countBytes(frame)),
        ...frame,
        sequenceEnd,
      ],
    }
  },
  'no offset table': (bytes) => {
    const fragment = Buffer.concat([Buffer.from([0xff, 0xd8]), randomBytes(99_998)])
    const count = Math.max(2, Math.floor(bytes / (fragment.length + 8) / 2))
    return {
      syntax: jpeg,
      attributes: { ...radiograph(), NumberOfFrames: count },
      rest: [
        longHeader(0x7f_e0_00_10, 'OB', undefinedLength),
        itemHeader(0),
        ...repeat(Buffer.concat([itemHeader(fragment.length), fragment]), 2 * count),
        sequenceEnd,
      ],
    }
  },
} as const satisfies Readonly<Record<string, (bytes: number) => Body>>

export type HostileKind = keyof typeof kinds
export const hostileKinds = Object.keys(kinds) as readonly HostileKind[]

/** Creates a file of a kind, of about `bytes` bytes; the seed makes its UIDs unique. */
export function createHostileFile(kind: HostileKind, bytes: number, seed = ''): HostileFile {
  const create: (bytes: number) => Body = kinds[kind]
  const { syntax = explicit, attributes = radiograph(), rest, hasUids = true } = create(bytes)
  const sopInstance = toUid(`${kind} ${bytes} ${seed}`)
  const head = writeDataSet(
    {
      ...(Object.keys(attributes).length > 0 && { SOPClassUID: sopClass, Modality: 'DX' }),
      ...(Object.keys(attributes).length > 0 && { SOPInstanceUID: sopInstance }),
      ...(hasUids && {
        PatientName: 'Hostile^File',
        PatientID: 'H1',
        StudyInstanceUID: toUid(`study ${seed}`),
        SeriesInstanceUID: toUid(`series ${seed}`),
      }),
      ...attributes,
    },
    { isExplicit: syntax !== implicit },
  )
  const plain = [head, ...rest]
  return {
    kind,
    sopClass,
    sopInstance,
    transferSyntax: syntax,
    meta: writeFileMeta({
      sopClassUid: sopClass,
      sopInstanceUid: sopInstance,
      transferSyntaxUid: syntax,
    }),
    chunks: syntax === deflated ? [deflateRawSync(Buffer.concat(plain))] : plain,
  }
}

/** A zip of one file that inflates to a thousand times its size. */
export const createZipBombContents = (bytes: number): Uint8Array => {
  const contents = Buffer.alloc(bytes)
  contents.write('DICM', 128)
  return contents
}
