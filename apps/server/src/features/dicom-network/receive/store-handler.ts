import { Refusal } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { statuses } from '../../../dimse/index.ts'
import type { DimseResponse } from '../../../dimse/index.ts'
import type { Archive } from '../../archive/index.ts'
import type { StoreCall } from './receiver-protocol.ts'
import { toStoreFault } from './store-fault.ts'

export interface ReceiveDeps {
  readonly archive: Archive
  readonly networkUser: () => Promise<UserId>
}

/**
 * The part of C-STORE that needs the database. It responds with success only after the archive has
 * stored the file and inserted its records. A file in the conflict tray is stored too.
 */
export const createStoreHandler =
  ({ archive, networkUser }: ReceiveDeps) =>
  async ({
    session,
    caller,
    received,
    sopClass,
    sopInstance,
  }: StoreCall): Promise<DimseResponse> => {
    try {
      await archive.insertReceived(received, {
        clinicId: session.clinicId,
        userId: await networkUser(),
        from: { kind: 'device', name: caller.calling, address: caller.address },
        instance: { sopClassUID: sopClass, sopInstanceUID: sopInstance },
      })
      return { status: statuses.success }
    } catch (error) {
      throw error instanceof Refusal ? toStoreFault(error) : error
    }
  }
