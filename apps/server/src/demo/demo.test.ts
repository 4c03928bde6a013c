import { describe, expect, test } from 'vitest'
import { demoTables, demoTime, setUpDemoDatabase } from '../testing/database/demo-database.ts'

const { current, lines, listRows, readAll, hashWithSalt, seed, withEmptyDatabase } =
  setUpDemoDatabase()

const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      demoTables.map(async (table) => [table, (await listRows(table)).length] as const),
    ),
  )

describe('the demo', () => {
  withEmptyDatabase()

  test('the demo has 3 clinics, 14 users, 40 owners, 80 patients and 150 studies', async () => {
    expect(await seed()).toBe('seeded')
    expect(await countAll()).toEqual({
      clinic: 3,
      user: 14,
      permissionProfile: 14,
      userClinic: 2,
      doctor: 7,
      owner: 40,
      patient: 80,
      study: 150,
      radCase: 10,
      dicomServer: 2,
      emailConfig: 2,
      bridge: 3,
      sensor: 6,
      breed: 193,
    })
  })

  test('a second start of the demo changes nothing and logs nothing', async () => {
    await seed()
    const before = await readAll()
    lines.length = 0
    expect(await seed(current(), new Date('2026-09-01T12:00:00.000Z'))).toBe('seeded before')
    expect(await readAll()).toEqual(before)
    expect(lines).toEqual([])
  })

  test('two servers that start at the same moment make one demo', async () => {
    const states = await Promise.all([seed(), seed()])
    expect(states.toSorted()).toEqual(['seeded', 'seeded before'])
    expect(await countAll()).toMatchObject({ clinic: 3, user: 14, study: 150 })
  })

  test('no demo is added to a database with another clinic, and the log says so', async () => {
    await current()
      .unscopedDb.insertInto('clinic')
      .values({
        name: 'Real Clinic',
        search: 'real clinic',
        address: '1 Real Street',
        phone: '',
        email: '',
        aeTitle: '',
        clinicType: 'Veterinary',
        lang: 'en',
        timeZone: 'UTC',
        createdOn: demoTime.toISOString(),
      })
      .execute()
    expect(await seed()).toBe('other data')
    const counts = await countAll()
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(lines).toEqual([expect.stringContaining('no demo data')])
  })

  test('no demo is added to a database with one user and no clinic', async () => {
    const { id } = await current()
      .unscopedDb.insertInto('permissionProfile')
      .values({ root: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await current()
      .unscopedDb.insertInto('user')
      .values({
        username: 'root',
        usernameKey: 'root',
        firstName: 'First',
        lastName: 'User',
        search: 'root first user',
        email: '',
        passwordHash: 'secret',
        tempPassword: null,
        validUntil: null,
        createdOn: demoTime.toISOString(),
        clinicId: null,
        permissionProfileId: id,
        maxClinicCount: null,
      })
      .execute()
    expect(await seed()).toBe('other data')
    expect(await listRows('clinic')).toEqual([])
    expect(await listRows('user')).toHaveLength(1)
  })

  test('a failed seeding leaves an empty database, which the next start fills', async () => {
    let calls = 0
    const failingLast = async (password: string) => {
      calls += 1
      return calls === 14 ? (null as unknown as string) : hashWithSalt(password)
    }
    await expect(seed(current(), demoTime, failingLast)).rejects.toThrow(/null/iu)
    expect(Object.values(await countAll()).filter((count) => count > 0)).toEqual([])
    expect(await seed()).toBe('seeded')
  })
})
