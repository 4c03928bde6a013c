import { Refusal } from '@talus/contract'
import type { ErrorCode, UserId } from '@talus/contract'
import { fileMeta } from '@talus/dicom'
import { failureStatus, isStorageClass, statuses } from '../../dimse/index.ts'
import type { Answer, StoreRequest } from '../../dimse/index.ts'
import { refusalText } from '../../http/words.ts'
import type { Archive } from '../archive/index.ts'
import type { Session } from './admission.ts'

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
 * C-STORE: the data set goes to the archive as it comes in, behind the head of a file. The answer is
 * success when the archive has it on disk and in its records, and never before.
 */
export const storeHandler =
  ({ archive, networkUser }: ReceiveDeps) =>
  async (request: StoreRequest<Session>): Promise<Answer> => {
    const { session, context, sopClass, sopInstance, signal } = request
    // A context is agreed on for one class; what else is sent in it was never agreed on.
    if (sopClass !== context.abstractSyntax || !isStorageClass(sopClass))
      throw failureStatus(statuses.classNotSupported)
    try {
      await archive.store(fileOf(request), {
        clinicId: session.clinicId,
        userId: await networkUser(),
        signal,
        instance: { sopClassUID: sopClass, sopInstanceUID: sopInstance },
      })
      return { status: statuses.success }
    } catch (error) {
      throw error instanceof Refusal ? failureOf(error) : error
    }
  }

async function* fileOf(request: StoreRequest<Session>) {
  const { caller, context, sopClass, sopInstance, dataset } = request
  yield fileMeta({
    sopClassUid: sopClass,
    sopInstanceUid: sopInstance,
    transferSyntaxUid: context.transferSyntax,
    sourceTitle: caller.calling || undefined,
  })
  yield* dataset
}

function failureOf({ code, options }: Refusal) {
  // What comments are written in has no typographic signs.
  const comment = refusalText('en', code, options.values).replaceAll('’', "'")
  return failureStatus(storeFailures[code] ?? statuses.cannotUnderstand, comment)
}
