import { DicomFault } from '../fault.ts'
import { toSource } from './element.ts'
import { readFileMetaInformation } from './file-meta-information.ts'

/** The file meta information that matters, and the position of the data set. */
export interface DataSetStart {
  readonly at: number
  /** Empty if the file does not declare it. */
  readonly sopClassUid: string
  readonly transferSyntaxUid: string
  /** The AE title of the sender. */
  readonly sourceTitle: string
}

const mediaStorageSopClassUid = 0x00_02_00_02
const sourceApplicationEntityTitle = 0x00_02_00_16

/** Reads the prefix of a file; the data set must begin inside it. */
export function findDataSetStart(prefix: Uint8Array): DataSetStart {
  const { meta, dataSetStart, declaredSyntax } = readFileMetaInformation(toSource(prefix))
  if (dataSetStart >= prefix.length) throw new DicomFault('damaged', 'no data set')
  const sopClassUid = meta?.code(mediaStorageSopClassUid) ?? ''
  const sourceTitle = meta?.code(sourceApplicationEntityTitle) ?? ''
  return { at: dataSetStart, sopClassUid, transferSyntaxUid: declaredSyntax, sourceTitle }
}
