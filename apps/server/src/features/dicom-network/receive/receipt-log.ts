import type { UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { recordStoredImages } from '../../audit/index.ts'
import * as receipts from './receipts.queries.ts'
import type { ReceiptGroup } from './receipts.queries.ts'

/** An image that a caller has sent and that the archive has stored. */
export interface Receipt extends ReceiptGroup {
  readonly sopInstanceUID: string
}

export interface ReceiptLog {
  /** Notes a receipt in the transaction of its image. */
  readonly note: (db: ClinicDb, receipt: Receipt) => Promise<void>
  /** Resolves when the receipt is in the audit trail, or noted in the batch of its group. */
  readonly record: (receipt: Receipt, isNoted: boolean) => Promise<void>
  /** Writes the receipts that a server noted before it died. */
  readonly recover: () => Promise<void>
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
  readonly group: ReceiptGroup
  images: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Writes received images to the audit trail: who sent them, from where, and which they are. The
 * first image of a caller and study is written before it is acknowledged; those that follow are
 * noted with their image and written together, so that a study of 500 slices becomes a handful of
 * entries. Notes that a dying server leaves are written by the next one.
 */
export function createReceiptLog(deps: ReceiptDeps): ReceiptLog {
  const { unscopedDb, clock, log, networkUser } = deps
  const batches = new Map<string, Batch>()

  /** The event replaces the notes in one transaction: no image is in two events or in none. */
  async function write(group: ReceiptGroup): Promise<void> {
    const { clinicId, calling, address, studyId, studyInstanceUID } = group
    const actor = { id: await networkUser(), username: 'DICOM' }
    await new ClinicDb(unscopedDb, [clinicId]).transaction(async (db) => {
      const images = await receipts.take(db, group)
      if (images.length === 0) return
      const event = {
        action: 'image.receive',
        subject: calling,
        clinicId,
        studyInstanceUID,
      } as const
      const stored = images.map((sopInstanceUID) => ({ sopInstanceUID, studyId }))
      await recordStoredImages({ db, actor, address, clock }, event, stored)
    })
  }

  /** Notes that cannot be written now stay, and are written with the next ones. */
  async function writeOrReport(group: ReceiptGroup): Promise<void> {
    try {
      await write(group)
    } catch (error) {
      log.error({ err: error }, 'received images are not in the audit trail yet')
    }
  }

  async function writeCollected(batch: Batch): Promise<void> {
    if (batch.images === 0) return
    batch.images = 0
    await writeOrReport(batch.group)
  }

  const close = (key: string, batch: Batch) => {
    clearTimeout(batch.timer)
    batches.delete(key)
    return writeCollected(batch)
  }

  const note: ReceiptLog['note'] = async (db, receipt) => {
    const { clinicId, calling, address, studyId, studyInstanceUID, sopInstanceUID } = receipt
    const row = { clinicId, calling, address, studyId, studyInstanceUID, sopInstanceUID }
    await receipts.insert(db, row)
  }

  return {
    note,
    record: async (receipt, isNoted) => {
      const { clinicId, calling, address, studyId, studyInstanceUID } = receipt
      // A lost file that was received again has its records already.
      if (!isNoted) await note(new ClinicDb(unscopedDb, [clinicId]), receipt)
      const group = { clinicId, calling, address, studyId, studyInstanceUID }
      const key = JSON.stringify([clinicId, calling, address, studyId ?? null, studyInstanceUID])
      const open = batches.get(key)
      const batch = open ?? { group, images: 0, timer: undefined }
      clearTimeout(batch.timer)
      batch.timer = setTimeout(() => void close(key, batch), idleMs).unref()
      batches.set(key, batch)
      if (!open) return write(group)
      batch.images += 1
      return batch.images < batchMax ? undefined : writeCollected(batch)
    },
    recover: async () => {
      try {
        for (const group of await receipts.listGroups(unscopedDb)) await write(group)
      } catch (error) {
        log.error({ err: error }, 'earlier receipts are not in the audit trail yet')
      }
    },
    flush: async () => {
      await Promise.all([...batches].map(([key, batch]) => close(key, batch)))
    },
  }
}
