import { refuse } from '@talus/contract'
import { isStorableSyntax, isStorageClass } from '../../../dimse/index.ts'
import type { FileSummary } from '../../../workers/index.ts'

/** Directory Record Sequence (0004,1220), which only a DICOMDIR has. */
const directoryRecords = '"00041220":'

/**
 * One rule for C-STORE, STOW-RS and import: the class is a storage class of the standard, and the
 * transfer syntax is known. An association negotiates both; a file on a disc can have any.
 */
export function checkStorable({ identity, transferSyntaxUid, json }: FileSummary): void {
  const { sopClassUid } = identity
  if (!isStorageClass(sopClassUid)) {
    if (json.includes(directoryRecords)) refuse('import/directory')
    // Nothing but zeros follows the preamble: the file was never written to its end.
    if (json === '{}') refuse('import/damaged')
    if (sopClassUid === '') refuse('import/no-class')
    refuse('import/class-not-storable', { values: { uid: sopClassUid } })
  }
  if (!isStorableSyntax(transferSyntaxUid))
    refuse('import/syntax-not-storable', { values: { uid: transferSyntaxUid } })
}
