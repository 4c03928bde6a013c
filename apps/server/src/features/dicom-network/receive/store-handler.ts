import { Refusal } from '@talus/contract'
import type { ErrorCode, UserId } from '@talus/contract'
import { createStatusFault, statuses } from '../../../dimse/index.ts'
import type { DimseResponse } from '../../../dimse/index.ts'
import { formatRefusal } from '../../../http/translations.ts'
import type { Archive } from '../../archive/index.ts'
import type { StoreCall } from './receiver-messages.ts'

export interface ReceiveDeps {
  readonly archive: Archive
  readonly networkUser: () => Promise<UserId>
}

/** PS3.4 table B.2-1. Any other error code means that the object itself is faulty. */
export const storeFailures: Readonly<Partial<Record<ErrorCode, number>>> = {
  'storage/full': statuses.outOfResources,
  'server/unavailable': statuses.outOfResources,
  'request/too-large': statuses.outOfResources,
  'import/other-instance': statuses.classMismatch,
  // The clinic was deleted after the caller was admitted.
  'record/not-found': statuses.notAuthorized,
}

/**
 * The part of C-STORE that needs the database. It responds with success only after the archive has
 * stored the file and inserted its records.
 */
export const createStoreHandler =
  ({ archive, networkUser }: ReceiveDeps) =>
  async ({ session, received, sopClass, sopInstance }: StoreCall): Promise<DimseResponse> => {
    try {
      await archive.insertReceived(received, {
        clinicId: session.clinicId,
        userId: await networkUser(),
        instance: { sopClassUID: sopClass, sopInstanceUID: sopInstance },
      })
      return { status: statuses.success }
    } catch (error) {
      throw error instanceof Refusal ? toStoreFault(error) : error
    }
  }

export function toStoreFault({ code, options }: Pick<Refusal, 'code' | 'options'>) {
  // Error comments are sent in ASCII, which has no typographic apostrophe.
  const comment = formatRefusal('en', code, options.values).replaceAll('’', "'")
  return createStatusFault(storeFailures[code] ?? statuses.cannotUnderstand, comment)
}
