import { Refusal } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { createStatusFault, statuses } from '../../../dimse/index.ts'
import type { DimseResponse } from '../../../dimse/index.ts'
import type { AccessChanges } from '../../../http/access-changes.ts'
import type { Archive } from '../../archive/index.ts'
import { authorize } from '../callers/admission.ts'
import type { AdmissionDeps } from '../callers/admission.ts'
import type { ReceiptLog, WrittenReceipt } from './receipt-log.ts'
import type { StoreCall } from './receiver-protocol.ts'
import { toStoreFault } from './store-fault.ts'

export interface ReceiveDeps {
  readonly archive: Archive
  readonly networkUser: () => Promise<UserId>
  readonly receipts: ReceiptLog
  readonly accessChanges: AccessChanges
}

/**
 * A device that another server has removed is refused within this time, one that this server has
 * removed at once. A check for every image would slow series down.
 */
const trustedMs = 5000

/**
 * The part of C-STORE that needs the database. It responds with success only after the archive has
 * stored the file and inserted its records. A file in the conflict tray is stored too.
 */
export function createStoreHandler(deps: ReceiveDeps & AdmissionDeps) {
  const { archive, networkUser, receipts } = deps
  const mayStore = createRightCheck(deps)
  return async ({
    session: { clinicId },
    caller,
    received,
    sopClass,
    sopInstance,
  }: StoreCall): Promise<DimseResponse> => {
    if (!(await mayStore(caller)))
      throw createStatusFault(statuses.notAuthorized, 'the clinic does not allow this device that')
    const { calling, address } = caller
    const userId = await networkUser()
    let written: WrittenReceipt | undefined
    try {
      const stored = await archive.insertReceived(received, {
        clinicId,
        userId,
        from: { kind: 'device', name: calling, address },
        instance: { sopClassUID: sopClass, sopInstanceUID: sopInstance },
        inTransaction: async (db, image) => {
          written = await receipts.note(db, { ...image, calling, address, clinicId }, userId)
        },
      })
      if (stored.outcome !== 'known')
        await receipts.record({ ...stored, calling, address, clinicId }, written)
      return { status: statuses.success }
    } catch (error) {
      throw error instanceof Refusal ? toStoreFault(error) : error
    }
  }
}

/** Checks the right of a caller again while an association lasts, once in a while. */
function createRightCheck(deps: AdmissionDeps & Pick<ReceiveDeps, 'accessChanges'>) {
  const checked = new Map<string, number>()
  let changes = 0
  deps.accessChanges.listen(() => {
    changes += 1
    checked.clear()
  })
  return async (caller: StoreCall['caller']): Promise<boolean> => {
    const { calling, called, address, certificate } = caller
    const key = JSON.stringify([calling, called, address, certificate])
    const now = performance.now()
    if ((checked.get(key) ?? -Infinity) > now - trustedMs) return true
    for (const [old, at] of checked) if (at <= now - trustedMs) checked.delete(old)
    const before = changes
    const isAllowed = (await authorize(deps, caller, 'store')) !== undefined
    // A change during the check may have come too late for it.
    if (isAllowed && changes === before) checked.set(key, now)
    return isAllowed
  }
}
