import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import type { DicomFault, ExceededLimit } from '@talus/dicom'

/** The limits that a file can exceed while it is received or edited; others concern its pixels. */
const codes: Partial<Readonly<Record<ExceededLimit['name'], ErrorCode>>> = {
  elements: 'import/too-many-elements',
  elementReads: 'import/too-many-reads',
  sequenceDepth: 'import/too-deep',
  items: 'import/too-many-items',
  textCharacters: 'import/text-too-long',
  inflatedBytes: 'import/inflates-too-far',
  headerBytes: 'import/header-too-long',
}

const bytesPerMegabyte = 1024 * 1024

/** The refusal of a file that is intact and cannot be stored, with the limit that it exceeds. */
export function createFileRefusal({
  detail,
  limit,
}: Pick<DicomFault, 'detail' | 'limit'>): Refusal {
  const code = limit && codes[limit.name]
  if (!limit || !code) return new Refusal('import/unsupported', { values: { detail } })
  const { most } = limit
  const megabytes = Math.floor(most / bytesPerMegabyte)
  return new Refusal(code, { values: { most, megabytes } })
}
