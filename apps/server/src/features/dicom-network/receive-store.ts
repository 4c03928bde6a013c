import { Refusal } from '@talus/contract'
import type { ErrorCode, UserId } from '@talus/contract'
import { failureStatus, statuses } from '../../dimse/index.ts'
import type { Answer } from '../../dimse/index.ts'
import { refusalText } from '../../http/words.ts'
import type { Archive } from '../archive/index.ts'
import type { FileCall } from './receiver-messages.ts'

export interface ReceiveDeps {
  readonly archive: Archive
  readonly networkUser: () => Promise<UserId>
}

/** PS3.4 table B.2-1. What is not here is the file's own fault. */
export const storeFailures: Readonly<Partial<Record<ErrorCode, number>>> = {
  'storage/full': statuses.outOfResources,
  'server/unavailable': statuses.outOfResources,
  'request/too-large': statuses.outOfResources,
  'import/other-instance': statuses.classMismatch,
  // The clinic has been deleted since the caller was let in.
  'record/not-found': statuses.notAuthorized,
}

/**
 * C-STORE, the half that needs the database. The answer is success when the archive has the file on
 * disk and in its records, and never before.
 */
export const filingHandler =
  ({ archive, networkUser }: ReceiveDeps) =>
  async ({ session, received, sopClass, sopInstance }: FileCall): Promise<Answer> => {
    try {
      await archive.file(received, {
        clinicId: session.clinicId,
        userId: await networkUser(),
        instance: { sopClassUID: sopClass, sopInstanceUID: sopInstance },
      })
      return { status: statuses.success }
    } catch (error) {
      throw error instanceof Refusal ? failureOf(error) : error
    }
  }

export function failureOf({ code, options }: Pick<Refusal, 'code' | 'options'>) {
  // What comments are written in has no typographic signs.
  const comment = refusalText('en', code, options.values).replaceAll('’', "'")
  return failureStatus(storeFailures[code] ?? statuses.cannotUnderstand, comment)
}
