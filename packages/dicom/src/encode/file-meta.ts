import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { elementOf, lengthOf, textElement } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'
import { explicitDataSet } from './explicit-data-set.ts'

const mark = Uint8Array.from('DICM', (letter) => letter.charCodeAt(0))
/** Of zeros: what others put there is a place for programs (CVE-2019-11687). */
const preamble = new Uint8Array(128)

function wholeMeta({ identity }: DicomFile, uid: string): Chunk[] {
  return [
    ...elementOf(0x00_02_00_01, 'OB', [Uint8Array.of(0, 1)]),
    ...textElement(0x00_02_00_02, 'UI', identity.sopClassUid),
    ...textElement(0x00_02_00_03, 'UI', identity.sopInstanceUid),
    ...textElement(tags.transferSyntaxUid, 'UI', uid),
  ]
}

/** The beginning of a file: its meta information as it was, with another transfer syntax. */
export function fileMeta(file: DicomFile, uid: string): Chunk[] {
  const meta = file.meta
    ? explicitDataSet(
        file.meta,
        new Map([[tags.transferSyntaxUid, textElement(tags.transferSyntaxUid, 'UI', uid)]]),
      )
    : wholeMeta(file, uid)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, lengthOf(meta), true)
  return [preamble, mark, ...elementOf(0x00_02_00_00, 'UL', [length]), ...meta]
}
