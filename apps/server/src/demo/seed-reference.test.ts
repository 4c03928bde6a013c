import { breeds, defaultTechniques } from '@talus/anatomy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/open.ts'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { seedReference } from './index.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const seed = () => seedReference(database)

describe('the breeds', () => {
  const allBreeds = () => database.unscopedDb.selectFrom('breed').selectAll().execute()

  test('breeds are inserted without a demo, and a second start writes nothing', async () => {
    await seed()
    const first = await allBreeds()
    await seed()
    expect(await allBreeds()).toEqual(first)
    expect(first.map(({ name }) => name).toSorted()).toEqual(
      breeds.map(({ name }) => name).toSorted(),
    )
    expect(await database.unscopedDb.selectFrom('clinic').selectAll().execute()).toEqual([])
  })

  test('breeds that a clinic added are kept, and missing or changed codes are updated', async () => {
    const { unscopedDb } = database
    await seed()
    await unscopedDb
      .insertInto('breed')
      .values({ name: 'Mudi', speciesId: 1, code: null })
      .execute()
    await unscopedDb.updateTable('breed').set({ code: null }).where('name', '=', 'Boxer').execute()
    const boxer = (await allBreeds()).find(({ name }) => name === 'Boxer')
    await unscopedDb.deleteFrom('breed').where('name', '=', 'Korat').execute()
    await seed()
    const after = await allBreeds()
    expect(after).toHaveLength(194)
    expect(after.find(({ name }) => name === 'Boxer')).toEqual({ ...boxer, code: '42250008' })
    expect(after.find(({ name }) => name === 'Mudi')?.code).toBeNull()
    expect(after.find(({ name }) => name === 'Korat')?.code).toBe('27125003')
  })
})

describe('the default techniques', () => {
  const techniques = () =>
    database.unscopedDb.selectFrom('generatorTechnique').selectAll().orderBy('id').execute()

  test('default techniques are inserted once, even if two servers start at the same time', async () => {
    await Promise.all([seed(), seed()])
    expect(await techniques()).toHaveLength(defaultTechniques.length)
  })

  test('techniques that a user changed are kept, and deleted ones are inserted again', async () => {
    await seed()
    const [first, second] = await techniques()
    const { unscopedDb } = database
    await unscopedDb
      .updateTable('generatorTechnique')
      .set({ kv: 111 })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await unscopedDb
      .deleteFrom('generatorTechnique')
      .where('id', '=', second?.id ?? 0)
      .execute()
    await seed()
    const after = await techniques()
    expect(after).toHaveLength(defaultTechniques.length)
    expect(after.find(({ id }) => id === first?.id)?.kv).toBe(111)
  })
})
