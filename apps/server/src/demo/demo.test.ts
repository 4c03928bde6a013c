import { can, passwordFault, PermissionFlags, permissionFlags } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import type { Database } from '../db/tables.ts'
import { demoDatabase, demoTime, toronto } from '../testing/demo-database.ts'
import { demoPassword, demoUsernames } from './index.ts'

const demoTables = [
  'clinic',
  'user',
  'permissionProfile',
  'userClinic',
  'doctor',
  'owner',
  'patient',
  'study',
  'radCase',
  'dicomServer',
  'emailConfig',
  'sensor',
  'breed',
] as const satisfies readonly (keyof Database)[]

const { current, freshDatabase, lines, rows, salted, seed, withEmptyDatabase, withSeededDemo } =
  demoDatabase()

const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      demoTables.map(async (table) => [table, (await rows(table)).length] as const),
    ),
  )

/** Everything but the salted passwords, in an order that does not depend on the engine. */
async function contents(of = current()) {
  const tables = await Promise.all(
    demoTables.map(async (table) =>
      (await rows(table, of))
        .map((row) => JSON.stringify({ ...row, passwordHash: undefined }))
        .toSorted(),
    ),
  )
  return tables.flat()
}

describe('the demo', () => {
  withEmptyDatabase()

  test('has the promised numbers', async () => {
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
      radCase: 8,
      dicomServer: 2,
      emailConfig: 2,
      sensor: 2,
      breed: 193,
    })
  })

  test('a second start changes nothing and says nothing', async () => {
    await seed()
    const before = await contents()
    lines.length = 0
    expect(await seed(current(), new Date('2026-09-01T12:00:00.000Z'))).toBe('seeded before')
    expect(await contents()).toEqual(before)
    expect(lines).toEqual([])
  })

  test('two servers that start at the same moment make one demo', async () => {
    const states = await Promise.all([seed(), seed()])
    expect(states.toSorted()).toEqual(['seeded', 'seeded before'])
    expect(await countAll()).toMatchObject({ clinic: 3, user: 14, study: 150 })
  })

  test('a database with somebody else’s clinic is left alone, and the log says so', async () => {
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

  test('a database with one user and no clinic is left alone', async () => {
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
    expect(await rows('clinic')).toEqual([])
    expect(await rows('user')).toHaveLength(1)
  })

  test('a failure half way leaves an empty database, which the next start fills', async () => {
    let calls = 0
    const failingLast = async (password: string) => {
      calls += 1
      return calls === 14 ? (null as unknown as string) : salted(password)
    }
    await expect(seed(current(), demoTime, failingLast)).rejects.toThrow(/null/iu)
    expect(Object.values(await countAll()).filter((count) => count > 0)).toEqual([])
    expect(await seed()).toBe('seeded')
  })

  test('the same clock makes the same demo', async () => {
    const other = await freshDatabase()
    await seed()
    await seed(other)
    expect(await contents(other)).toEqual(await contents())
  })

  test.for(['2026-01-01T05:00:30.000Z', '2026-03-08T07:00:00.000Z', '2027-11-07T05:59:59.000Z'])(
    'it is complete whatever the day and hour of the first start: %s',
    async (start) => {
      await seed(current(), new Date(start))
      const studies = await rows('study')
      const cases = await rows('radCase')
      expect([studies.length, cases.length]).toEqual([150, 8])
      expect(studies.filter(({ createdOn }) => createdOn > start)).toEqual([])
      expect(cases.filter(({ submitOn }) => (submitOn ?? '') > start)).toEqual([])
      const today = toronto({}).format(new Date(start))
      const ofToday = studies.filter((row) => toronto({}).format(new Date(row.createdOn)) === today)
      expect(ofToday.length).toBeGreaterThanOrEqual(7)
    },
  )
})

describe('its people', () => {
  withSeededDemo()

  test('are the fourteen sign-ins, each with a salt of its own', async () => {
    const users = await rows('user')
    expect(users.map(({ username }) => username).toSorted()).toEqual(
      (
        'root super contract admin.en operator.en doctor.en staff.en ' +
        'admin.fr operator.fr doctor.fr staff.fr admin.human rad1 rad2'
      )
        .split(' ')
        .toSorted(),
    )
    expect(demoUsernames).toHaveLength(14)
    expect(users.filter((user) => !user.passwordHash.startsWith('Talus-demo-1 '))).toEqual([])
    expect(new Set(users.map(({ passwordHash }) => passwordHash)).size).toBe(14)
    expect(passwordFault(demoPassword, demoPassword)).toBeUndefined()
  })

  test('have exactly the flags of their role', async () => {
    const profiles = new Map((await rows('permissionProfile')).map((row) => [row.id, row]))
    const flags = Object.fromEntries(
      (await rows('user')).map((user) => {
        const profile = PermissionFlags.parse(profiles.get(user.permissionProfileId))
        return [user.username, permissionFlags.filter((flag) => profile[flag]).join(' ')]
      }),
    )
    const doctor = 'report advancedTools dicomForms bulkDownload doctorCase'
    expect(flags).toEqual({
      root: 'root',
      super: 'superAdmin',
      contract: 'contractSuperAdmin',
      'admin.en': 'report clinicAdmin',
      'operator.en': 'operator',
      'doctor.en': doctor,
      'staff.en': '',
      'admin.fr': 'report clinicAdmin',
      'operator.fr': 'operator',
      'doctor.fr': doctor,
      'staff.fr': '',
      'admin.human': 'report clinicAdmin',
      rad1: 'radiologistCase',
      rad2: 'radiologistCase',
    })
  })

  test('belong to the clinic that their sign-in names; contract looks after two', async () => {
    const clinics = await rows('clinic')
    const english = clinics.find(({ aeTitle }) => aeTitle === 'TALUS_EN')?.id
    const french = clinics.find(({ aeTitle }) => aeTitle === 'TALUS_FR')?.id
    const users = await rows('user')
    const ofClinic = (id: number | undefined) =>
      users.filter(({ clinicId }) => clinicId === id).map(({ username }) => username)
    expect(ofClinic(french).toSorted()).toEqual([
      'admin.fr',
      'doctor.fr',
      'operator.fr',
      'rad2',
      'staff.fr',
    ])
    expect(ofClinic(english)).toHaveLength(8)
    expect(ofClinic(english)).toEqual(expect.arrayContaining(['root', 'super', 'contract', 'rad1']))

    const contract = users.find(({ username }) => username === 'contract')
    const assigned = await rows('userClinic')
    expect(contract?.maxClinicCount).toBe(2)
    expect(assigned.map(({ userId, clinicId }) => [userId, clinicId])).toEqual([
      [contract?.id, english],
      [contract?.id, french],
    ])
  })

  test('who made a study or asked about one is of its clinic and may do so', async () => {
    const users = new Map((await rows('user')).map((user) => [user.id, user]))
    const profiles = new Map((await rows('permissionProfile')).map((row) => [row.id, row]))
    const work = [...(await rows('study')), ...(await rows('patient')), ...(await rows('owner'))]
    const wrong = work.filter(({ userId, clinicId }) => {
      const user = users.get(userId)
      const flags = user && PermissionFlags.parse(profiles.get(user.permissionProfileId))
      return user?.clinicId !== clinicId || !flags || !can({ flags }, 'registration.use')
    })
    expect(wrong).toEqual([])
  })
})
