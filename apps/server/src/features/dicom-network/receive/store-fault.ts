import type { ErrorCode, Refusal } from '@talus/contract'
import { createStatusFault, statuses } from '../../../dimse/index.ts'
import { formatRefusal } from '../../../http/translations.ts'

/** PS3.4 table B.2-1. Any other error code means that the object itself is faulty. */
export const storeFailures: Readonly<Partial<Record<ErrorCode, number>>> = {
  'storage/full': statuses.outOfResources,
  'server/unavailable': statuses.outOfResources,
  'request/too-large': statuses.outOfResources,
  'tray/full': statuses.outOfResources,
  'import/other-instance': statuses.classMismatch,
  'import/no-class': statuses.classNotSupported,
  'import/class-not-storable': statuses.classNotSupported,
  // The clinic was deleted after the caller was admitted.
  'record/not-found': statuses.notAuthorized,
}

/** The C-STORE failure for a file that the archive has refused. */
export function toStoreFault({ code, options }: Refusal) {
  // Error comments are sent in ASCII, which has no typographic apostrophe.
  const comment = formatRefusal('en', code, options.values).replaceAll('’', "'")
  return createStatusFault(storeFailures[code] ?? statuses.cannotUnderstand, comment)
}
