import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import type { DicomFault, DicomFaultCode, ExceededLimit } from '@talus/dicom'

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

/** The faults of files that are broken; the others are files that this server cannot store. */
const brokenCodes: Partial<Readonly<Record<DicomFaultCode, ErrorCode>>> = {
  'not-dicom': 'import/not-dicom',
  damaged: 'import/damaged',
  'needs-more': 'import/damaged',
  'damaged-picture': 'import/damaged',
  'bad-picture': 'import/damaged',
}

const bytesPerMegabyte = 1024 * 1024

/**
 * The refusal of a file that cannot be read, with the limit that it exceeds. The detail of the fault
 * is English and meant for the log, so that no text contains it.
 */
export function createFileRefusal({
  code: fault,
  limit,
}: Pick<DicomFault, 'code' | 'limit'>): Refusal {
  const code = limit && codes[limit.name]
  if (!limit || !code) return new Refusal(brokenCodes[fault] ?? 'import/unsupported')
  const { most } = limit
  const megabytes = Math.floor(most / bytesPerMegabyte)
  return new Refusal(code, { values: { most, megabytes } })
}
