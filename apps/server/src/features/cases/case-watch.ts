import { getCaseReach, isCaseReach } from '@talus/contract'
import type { Actor } from '@talus/contract'
import { everyCase } from '../../db/listing/index.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { RevisionWatch } from '../studies/index.ts'

async function findRevisions(
  unscopedDb: UnscopedDb,
  scopes: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await unscopedDb
    .selectFrom('caseRevision')
    .selectAll()
    .where('scope', 'in', [...scopes])
    .execute()
  return new Map(rows.map(({ scope, revision }) => [scope, revision]))
}

/**
 * Notifies pages when a case has changed that their user may know of. Radiologists have no clinic:
 * they follow the changes of all cases, and load again what they may see.
 */
export function createCaseWatch(unscopedDb: UnscopedDb) {
  const watch = new RevisionWatch((scopes: readonly number[]) => findRevisions(unscopedDb, scopes))
  const watchAs = (actor: Actor) => {
    const reach = getCaseReach(actor)
    const scopes = reach === 'every-clinic' || isCaseReach(reach) ? [everyCase] : reach
    return (notify: (revision: number) => void): (() => void) => {
      const ends = scopes.map((scope) => watch.watch(scope, notify))
      return () => {
        for (const end of ends) end()
      }
    }
  }
  return { watchAs, wake: () => watch.wake() }
}
