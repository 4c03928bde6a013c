import { uids } from '../index.ts'

/** Encodes an element in the usual way, so that programs that read and resend it keep its bytes. */
function encodeElement(
  group: number,
  number: number,
  vr: string,
  value: Buffer,
  isImplicit: boolean,
) {
  const isLong = vr === 'OB' || vr === 'OW'
  const head = Buffer.alloc(isLong && !isImplicit ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  if (isImplicit) head.writeUInt32LE(value.length, 4)
  else head.write(vr, 4, 'latin1')
  if (!isImplicit && isLong) head.writeUInt32LE(value.length, 8)
  else if (!isImplicit) head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}
const encodeText = (value: string, padding = '\0') =>
  Buffer.from(value.length % 2 === 0 ? value : value + padding, 'latin1')
const uint16 = (value: number) => Buffer.from([value & 0xff, value >> 8])

/** Encodes an item, or with 0xe0dd a sequence delimitation item. */
const encodeItem = (value: Buffer, number = 0xe000) =>
  encodeElement(0xfffe, number, '', value, true)

export interface TestObject {
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  readonly dataset: Buffer
  /** With preamble and file meta information. */
  readonly file: Buffer
}

interface TestObjectOptions {
  readonly sopClass?: string
  readonly sopInstance: string
  readonly transferSyntax?: string
  readonly rows?: number
}

/** An image of reproducible noise; in compressed syntaxes its pixel data cannot be decoded. */
export function createTestObject({
  sopClass = '1.2.840.10008.5.1.4.1.1.7',
  sopInstance,
  transferSyntax = uids.explicitLittleEndian,
  rows = 64,
}: TestObjectOptions): TestObject {
  const isImplicit = transferSyntax === uids.implicitLittleEndian
  const columns = 512
  const pixels = Buffer.alloc(rows * columns * 2)
  let state = rows
  for (let at = 0; at < pixels.length; at += 4) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223
    pixels.writeInt32LE(state | 0, at)
  }
  const put = (group: number, number: number, vr: string, value: Buffer) =>
    encodeElement(group, number, vr, value, isImplicit)
  const isCompressed = /^1\.2\.840\.10008\.1\.2\.[45]/u.test(transferSyntax)
  const pixelData = isCompressed
    ? Buffer.concat([
        Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]),
        encodeItem(Buffer.alloc(0)),
        encodeItem(pixels),
        encodeItem(Buffer.alloc(0), 0xe0dd),
      ])
    : put(0x7fe0, 0x10, 'OW', pixels)
  const dataset = Buffer.concat([
    put(0x08, 0x16, 'UI', encodeText(sopClass)),
    put(0x08, 0x18, 'UI', encodeText(sopInstance)),
    put(0x08, 0x60, 'CS', encodeText('OT', ' ')),
    put(0x10, 0x20, 'LO', encodeText('A-1', ' ')),
    put(0x20, 0x0d, 'UI', encodeText('1.2.3')),
    put(0x20, 0x0e, 'UI', encodeText('1.2.3.4')),
    put(0x28, 0x02, 'US', uint16(1)),
    put(0x28, 0x04, 'CS', encodeText('MONOCHROME2', ' ')),
    put(0x28, 0x10, 'US', uint16(rows)),
    put(0x28, 0x11, 'US', uint16(columns)),
    put(0x28, 0x100, 'US', uint16(16)),
    put(0x28, 0x101, 'US', uint16(16)),
    put(0x28, 0x102, 'US', uint16(15)),
    put(0x28, 0x103, 'US', uint16(0)),
    pixelData,
  ])
  const meta = Buffer.concat([
    encodeElement(2, 0x01, 'OB', Buffer.from([0, 1]), false),
    encodeElement(2, 0x02, 'UI', encodeText(sopClass), false),
    encodeElement(2, 0x03, 'UI', encodeText(sopInstance), false),
    encodeElement(2, 0x10, 'UI', encodeText(transferSyntax), false),
    encodeElement(2, 0x12, 'UI', encodeText('1.2.3'), false),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meta.length)
  const file = Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    encodeElement(2, 0, 'UL', length, false),
    meta,
    dataset,
  ])
  return { sopClass, sopInstance, transferSyntax, dataset, file }
}

/** A C-FIND identifier with a patient ID, in explicit VR little endian. */
export const encodeIdentifier = (patientId: string) =>
  encodeElement(0x10, 0x20, 'LO', encodeText(patientId, ' '), false)
