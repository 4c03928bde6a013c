import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { createElement, countBytes, createTextElement } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'
import { toExplicitDataSet } from './explicit-data-set.ts'

const magic = Uint8Array.from('DICM', (letter) => letter.charCodeAt(0))
/** Always zeros: a preamble can carry an executable (CVE-2019-11687). */
const preamble = new Uint8Array(128)

function createMeta({ identity }: DicomFile, uid: string): Chunk[] {
  return [
    ...createElement(0x00_02_00_01, 'OB', [Uint8Array.of(0, 1)]),
    ...createTextElement(0x00_02_00_02, 'UI', identity.sopClassUid),
    ...createTextElement(0x00_02_00_03, 'UI', identity.sopInstanceUid),
    ...createTextElement(tags.transferSyntaxUid, 'UI', uid),
  ]
}

/** Preamble and file meta information of a file, unchanged except for the transfer syntax. */
export function rewriteFileMeta(file: DicomFile, uid: string): Chunk[] {
  const meta = file.meta
    ? toExplicitDataSet(
        file.meta,
        new Map([[tags.transferSyntaxUid, createTextElement(tags.transferSyntaxUid, 'UI', uid)]]),
      )
    : createMeta(file, uid)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, countBytes(meta), true)
  return [preamble, magic, ...createElement(0x00_02_00_00, 'UL', [length]), ...meta]
}
