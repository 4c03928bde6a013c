import { DicomFault } from '../fault.ts'
import { sourceOf } from './element.ts'
import { readOpening } from './opening.ts'

/** What a file says before its data set, and where that begins. */
export interface DataSetStart {
  readonly at: number
  /** Empty where the file does not say. */
  readonly sopClassUid: string
  readonly transferSyntaxUid: string
}

const mediaStorageSopClassUid = 0x00_02_00_02

/** Of a file of which the first part is given; the data set begins inside it. */
export function dataSetStart(prefix: Uint8Array): DataSetStart {
  const { meta, next, declared } = readOpening(sourceOf(prefix))
  if (next >= prefix.length) throw new DicomFault('damaged', 'no data set')
  const sopClassUid = meta?.code(mediaStorageSopClassUid) ?? ''
  return { at: next, sopClassUid, transferSyntaxUid: declared }
}
