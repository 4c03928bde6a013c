import type { ClinicId, StudyId, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { recordStoredImages } from '../../audit/index.ts'

/** An image that a caller has sent and that the archive has stored. */
export interface Receipt {
  readonly clinicId: ClinicId
  readonly calling: string
  readonly address: string
  /** Undefined for an image that waits in the conflict tray. */
  readonly studyId?: StudyId | undefined
  readonly studyInstanceUID: string
  readonly sopInstanceUID: string
}

export interface ReceiptLog {
  /** Resolves when the receipt is in the audit trail, or in the batch of its caller and study. */
  readonly record: (receipt: Receipt) => Promise<void>
  readonly flush: () => Promise<void>
}

export interface ReceiptDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly log: Logger
  readonly networkUser: () => Promise<UserId>
}

const idleMs = 2000
const batchMax = 100

interface Batch {
  readonly receipt: Receipt
  images: string[]
  timer: NodeJS.Timeout | undefined
}

/**
 * Writes received images to the audit trail: who sent them, from where, and which they are. The
 * first image of a caller and study is written before it is acknowledged; those that follow are
 * collected, so that a study of 500 slices becomes a handful of entries.
 */
export function createReceiptLog(deps: ReceiptDeps): ReceiptLog {
  const { unscopedDb, clock, log, networkUser } = deps
  const batches = new Map<string, Batch>()

  async function write({ receipt }: Batch, images: readonly string[]): Promise<void> {
    const { clinicId, calling, address, studyId, studyInstanceUID } = receipt
    const actor = { id: await networkUser(), username: 'DICOM' }
    const db = new ClinicDb(unscopedDb, [clinicId])
    await recordStoredImages(
      { db, actor, address, clock },
      {
        action: 'image.receive',
        entityId: studyId ?? null,
        subject: calling,
        clinicId,
        after: { studyInstanceUID },
      },
      images,
    )
  }

  async function writeCollected(batch: Batch): Promise<void> {
    const { images } = batch
    batch.images = []
    if (images.length === 0) return
    try {
      await write(batch, images)
    } catch (error) {
      log.error({ err: error, images: images.length }, 'received images were not audited')
    }
  }

  const close = (key: string, batch: Batch) => {
    clearTimeout(batch.timer)
    batches.delete(key)
    return writeCollected(batch)
  }

  return {
    record: async (receipt) => {
      const { clinicId, calling, address, studyId, studyInstanceUID, sopInstanceUID } = receipt
      const key = JSON.stringify([clinicId, calling, address, studyId ?? studyInstanceUID])
      const open = batches.get(key)
      const batch = open ?? { receipt, images: [], timer: undefined }
      clearTimeout(batch.timer)
      batch.timer = setTimeout(() => void close(key, batch), idleMs).unref()
      batches.set(key, batch)
      if (!open) return write(batch, [sopInstanceUID])
      batch.images.push(sopInstanceUID)
      return batch.images.length < batchMax ? undefined : writeCollected(batch)
    },
    flush: async () => {
      await Promise.all([...batches].map(([key, batch]) => close(key, batch)))
    },
  }
}
