import { createLimitFault, DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'

export interface Encoding {
  readonly isExplicit: boolean
  readonly isLittleEndian: boolean
}

/** A file or a part of it. Positions count from the start of `bytes`. */
export interface Source {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Counts the elements read so far, against `limits.elementReads`. */
  readonly reads: { count: number }
}

/**
 * Converts to a plain array: `slice` of Node's Buffer does not copy, and writing would change the
 * file.
 */
export const toSource = ({ buffer, byteOffset, byteLength }: Uint8Array): Source => ({
  bytes: new Uint8Array(buffer, byteOffset, byteLength),
  view: new DataView(buffer, byteOffset, byteLength),
  reads: { count: 0 },
})

/** The header of a data element. Its value has not been read. */
export interface Element {
  readonly tag: number
  /** Empty in implicit VR encoding. */
  readonly vr: string
  /** Position of the value. */
  readonly start: number
  /** Length of the value; -1 if undefined, so that a delimiter ends it. */
  readonly length: number
}

export const undefinedLength = -1

export const itemTag = 0xff_fe_e0_00
export const itemDelimitationTag = 0xff_fe_e0_0d
export const sequenceDelimitationTag = 0xff_fe_e0_dd

const shortForm = new Set(
  'AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' '),
)
const longForm = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '))

export const formatTag = (tag: number) => {
  const digits = tag.toString(16).padStart(8, '0')
  return `(${digits.slice(0, 4)},${digits.slice(4)})`
}

export const createDamagedFault = (position: number, what: string) =>
  new DicomFault('damaged', `${what} at byte ${position}`)

/** Group and element as one number: (0028,0010) is 0x00280010. */
export const readTag = ({ view }: Source, at: number, isLittleEndian: boolean) =>
  view.getUint16(at, isLittleEndian) * 0x1_00_00 + view.getUint16(at + 2, isLittleEndian)

export const readVr = ({ bytes }: Source, at: number) =>
  String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0)

export const isLongForm = (vr: string) => longForm.has(vr)

export const isVr = (vr: string) => shortForm.has(vr) || longForm.has(vr)

const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a
const blank = 0x20
const questionMark = 0x3f

/** Two letters, or the blanks or question marks of an unknown VR. */
function mayBeVr({ bytes }: Source, at: number): boolean {
  const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
  if (isCapital(first)) return isCapital(second)
  return first === second && (first === blank || first === questionMark)
}

/** Reads the header of the element at a position; a value of known length must end before `end`. */
export function readElement(source: Source, at: number, end: number, encoding: Encoding): Element {
  const { isExplicit, isLittleEndian } = encoding
  const need = (bytes: number) => {
    if (at + bytes > end) throw createDamagedFault(at, 'an element without its length')
  }
  const found = (tag: number, vr: string, start: number, length: number): Element => {
    if (length === 0xff_ff_ff_ff) return { tag, vr, start, length: undefinedLength }
    if (length > end - start) {
      throw createDamagedFault(at, `${formatTag(tag)} declares ${length} bytes of ${end - start}`)
    }
    return { tag, vr, start, length }
  }
  source.reads.count += 1
  if (source.reads.count > limits.elementReads) {
    throw createLimitFault('elementReads', `more than ${limits.elementReads} elements to read`)
  }
  need(8)
  const tag = readTag(source, at, isLittleEndian)
  const vr = readVr(source, at + 4)
  // Delimiters never have a VR. Some writers omit it inside private sequences too: two bytes that
  // are neither letters nor the blanks of an unknown VR are then the low half of a length.
  if (!isExplicit || tag >= itemTag || !mayBeVr(source, at + 4)) {
    return found(tag, '', at + 8, source.view.getUint32(at + 4, isLittleEndian))
  }
  // A VR that this list lacks has the long form (PS3.5 6.2), which begins with two zeros.
  const isLong = longForm.has(vr) || (!shortForm.has(vr) && source.view.getUint16(at + 6) === 0)
  if (!isLong) return found(tag, vr, at + 8, source.view.getUint16(at + 6, isLittleEndian))
  need(12)
  return found(tag, vr, at + 12, source.view.getUint32(at + 8, isLittleEndian))
}
