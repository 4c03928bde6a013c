import { Refusal } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../../db/clinic-db.ts'
import { transactThenFlush } from '../../../db/transact-then-flush.ts'
import { touchClinic } from '../../../db/listing/index.ts'
import { toUniqueViolation } from '../../../db/unique-violation.ts'
import { createGroupCommit } from './group-commit.ts'
import { insertRecords, resolveFile } from './insert-records.ts'
import type { IncomingFile, InsertedImage, InsertResult } from './resolved-file.ts'
import { compareFile } from './same-content.ts'
import type { CompareDeps } from './same-content.ts'

export interface CommitDeps extends CompareDeps {
  readonly clock: Clock
}

/**
 * Returns the function that files a received file or holds it. Files that arrive at the same time
 * are committed together. Files of the same instance are compared outside of the transaction; if the
 * stored one is replaced meanwhile, they are compared again.
 */
export function createRecordCommit(deps: CommitDeps) {
  const { unscopedDb, clock } = deps
  const commit = createGroupCommit<IncomingFile, InsertResult | Refusal>(async (incomingFiles) =>
    transactThenFlush(unscopedDb, async (unscopedDb) => {
      const now = clock()
      const results: (InsertResult | Refusal)[] = []
      const changed = new Set<ClinicId>()
      const locked = new Set<ClinicId>()
      for (const incoming of incomingFiles) {
        const db = new ClinicDb(unscopedDb, [incoming.clinicId])
        // A refused file has written nothing: the other files of the group are committed
        // nevertheless.
        const resolved = await resolveFile(db, incoming, now, locked).catch(toRefusal)
        const result =
          resolved instanceof Refusal
            ? resolved
            : await insertRecords(db, resolved, now).catch(toRefusal)
        if (!(result instanceof Refusal) && hasChanged(result)) changed.add(incoming.clinicId)
        if (!(result instanceof Refusal) && isNew(result))
          await incoming.inTransaction?.(db, toInsertedImage(result))
        results.push(result)
      }
      for (const clinicId of changed) await touchClinic(unscopedDb, clinicId)
      return results
    }),
  )

  return async (incoming: IncomingFile): Promise<Exclude<InsertResult, { outcome: 'compare' }>> => {
    let compared: IncomingFile['compared']
    for (;;) {
      const inserted = await retryOnConflict(() => commit({ ...incoming, compared }))
      if (inserted instanceof Refusal) throw inserted
      if (inserted.outcome !== 'compare') return inserted
      compared = await compareFile(deps, inserted.existing, incoming)
    }
  }
}

function hasChanged(result: InsertResult): boolean {
  if (result.outcome === 'held') return !result.isAgain
  return result.outcome === 'filed' && result.hasChanged
}

function isNew(result: InsertResult): boolean {
  if (result.outcome === 'held') return !result.isAgain
  return result.outcome === 'filed' && !result.existing
}

const toInsertedImage = (result: InsertResult): InsertedImage => ({
  studyId: result.outcome === 'filed' ? result.studyId : undefined,
  studyInstanceUID: result.values.study.studyInstanceUID,
  sopInstanceUID: result.values.image.sopInstanceUID,
})

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Two servers stored the same instance at the same time, and the other one was first. */
async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (toUniqueViolation(error) === undefined) throw error
    return work()
  }
}
