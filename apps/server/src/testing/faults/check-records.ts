import type { UnscopedDb } from '../../db/open.ts'
import type { Acknowledged } from './operations.ts'

export interface RecordFaults {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[]
  /** There more than once. */
  readonly twice: readonly string[]
}

const pageNames = 500

function* toPages<Item>(items: readonly Item[]) {
  for (let at = 0; at < items.length; at += pageNames) yield items.slice(at, at + pageNames)
}

/** Compares everything that was acknowledged with the records. */
export async function checkRecords(
  unscopedDb: UnscopedDb,
  { images, owners }: Acknowledged,
  prefix: string,
): Promise<RecordFaults> {
  const lost: string[] = []
  for (const page of toPages([...images])) {
    const rows = await unscopedDb
      .selectFrom('image')
      .select('sopInstanceUID')
      .where('sopInstanceUID', 'in', page)
      .execute()
    const found = new Set(rows.map(({ sopInstanceUID }) => sopInstanceUID))
    lost.push(...page.filter((uid) => !found.has(uid)).map((uid) => `image ${uid}`))
  }
  for (const page of toPages([...owners.keys()])) {
    const rows = await unscopedDb
      .selectFrom('owner')
      .select(['id', 'name'])
      .where('id', 'in', page)
      .execute()
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    lost.push(...page.filter((id) => names.get(id) !== owners.get(id)).map((id) => `owner ${id}`))
  }
  const imagesTwice = await unscopedDb
    .selectFrom('image')
    .select('sopInstanceUID as name')
    .groupBy('sopInstanceUID')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  const ownersTwice = await unscopedDb
    .selectFrom('owner')
    .select('name')
    .where('name', 'like', `${prefix} %`)
    .groupBy('name')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  return { lost, twice: [...imagesTwice, ...ownersTwice].map(({ name }) => name) }
}

/** The jobs that are neither done nor given up, and those that were given up. */
export async function countJobs(unscopedDb: UnscopedDb) {
  const rows = await unscopedDb.selectFrom('job').select(['state', 'lastError']).execute()
  const count = (...states: readonly string[]) =>
    rows.filter(({ state }) => states.includes(state)).length
  const errors = rows.flatMap(({ state, lastError }) =>
    state === 'failed' ? [lastError ?? 'unknown'] : [],
  )
  return { waiting: count('waiting', 'running'), all: rows.length, errors }
}
