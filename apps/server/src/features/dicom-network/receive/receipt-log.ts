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

/** The transaction of an image has written an audit event, or a note for a later one. */
export type WrittenReceipt = 'audited' | 'noted'

export interface ReceiptLog {
  /**
   * Writes a receipt in the transaction of its image, which may be retried. `userId` is the user as
   * whom callers act: nothing outside of the transaction may be asked in it.
   */
  readonly note: (db: ClinicDb, receipt: Receipt, userId: UserId) => Promise<WrittenReceipt>
  /** Resolves when the receipt is in the audit trail, or noted in the batch of its group. */
  readonly record: (receipt: Receipt, written: WrittenReceipt | undefined) => Promise<void>
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

/** The name of the callers in the audit trail. */
const networkName = 'DICOM'
const idleMs = 2000
const batchMax = 100

interface Batch {
  readonly group: ReceiptGroup
  images: number
  timer: NodeJS.Timeout | undefined
}

const toGroup = ({ clinicId, calling, address, studyId, studyInstanceUID }: ReceiptGroup) => ({
  clinicId,
  calling,
  address,
  studyId,
  studyInstanceUID,
})

const toKey = ({ clinicId, calling, address, studyId, studyInstanceUID }: ReceiptGroup) =>
  JSON.stringify([clinicId, calling, address, studyId ?? null, studyInstanceUID])

/**
 * Writes received images to the audit trail: who sent them, from where, and which they are. The
 * first image of a caller and study is written in its own transaction; those that follow are noted
 * with their image and written together, so that a study of 500 slices becomes a handful of entries.
 * Notes that a dying server leaves are written by the next one.
 */
export function createReceiptLog(deps: ReceiptDeps): ReceiptLog {
  const { unscopedDb, clock, log, networkUser } = deps
  const batches = new Map<string, Batch>()
  /** The groups whose first image a transaction has written that is not committed yet. */
  const begun = new WeakMap<UnscopedDb, Set<string>>()

  /** The event replaces the notes in one transaction: no image is in two events or in none. */
  async function write(group: ReceiptGroup): Promise<void> {
    const { clinicId, calling, address, studyId, studyInstanceUID } = group
    const actor = { id: await networkUser(), username: networkName }
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

  const isFirst = (db: ClinicDb, key: string): boolean => {
    const ofTransaction = begun.get(db.unscopedDb) ?? new Set<string>()
    begun.set(db.unscopedDb, ofTransaction)
    if (batches.has(key) || ofTransaction.has(key)) return false
    ofTransaction.add(key)
    return true
  }

  const insertNote = (db: ClinicDb, receipt: Receipt) =>
    receipts.insert(db, { ...toGroup(receipt), sopInstanceUID: receipt.sopInstanceUID })

  return {
    note: async (db, receipt, userId) => {
      if (!isFirst(db, toKey(receipt))) {
        await insertNote(db, receipt)
        return 'noted'
      }
      const { clinicId, calling, address, studyInstanceUID } = receipt
      const event = {
        action: 'image.receive',
        subject: calling,
        clinicId,
        studyInstanceUID,
      } as const
      const actor = { id: userId, username: networkName }
      await recordStoredImages({ db, actor, address, clock }, event, [receipt])
      return 'audited'
    },
    record: async (receipt, written) => {
      // A lost file that was received again has its records already.
      if (!written) await insertNote(new ClinicDb(unscopedDb, [receipt.clinicId]), receipt)
      const group = toGroup(receipt)
      const key = toKey(receipt)
      const open = batches.get(key)
      const batch = open ?? { group, images: 0, timer: undefined }
      clearTimeout(batch.timer)
      batch.timer = setTimeout(() => void close(key, batch), idleMs).unref()
      batches.set(key, batch)
      if (written === 'audited') return undefined
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
