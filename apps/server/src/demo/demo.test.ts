import { can, findPasswordFault, PermissionFlags, permissionFlags } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import type { Database } from '../db/tables.ts'
import {
  setUpDemoDatabase,
  demoTime,
  createTorontoFormat,
} from '../testing/database/demo-database.ts'
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
  'bridge',
  'sensor',
  'breed',
] as const satisfies readonly (keyof Database)[]

const {
  current,
  openFreshDatabase,
  lines,
  listRows,
  hashWithSalt,
  seed,
  withEmptyDatabase,
  withSeededDemo,
} = setUpDemoDatabase()

const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      demoTables.map(async (table) => [table, (await listRows(table)).length] as const),
    ),
  )

/** All rows without the salted passwords, in an order that does not depend on the engine. */
async function readAll(database = current()) {
  const tables = await Promise.all(
    demoTables.map(async (table) =>
      (await listRows(table, database))
        .map((row) => JSON.stringify({ ...row, passwordHash: undefined }))
        .toSorted(),
    ),
  )
  return tables.flat()
}

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

  test('the same clock gives the same demo data', async () => {
    const other = await openFreshDatabase()
    await seed()
    await seed(other)
    expect(await readAll(other)).toEqual(await readAll())
  })

  test.for(['2026-01-01T05:00:30.000Z', '2026-03-08T07:00:00.000Z', '2027-11-07T05:59:59.000Z'])(
    'the demo is complete when it is first started at %s',
    async (start) => {
      await seed(current(), new Date(start))
      const studies = await listRows('study')
      const cases = await listRows('radCase')
      expect([studies.length, cases.length]).toEqual([150, 10])
      expect(studies.filter(({ createdOn }) => createdOn > start)).toEqual([])
      expect(cases.filter(({ submitOn }) => (submitOn ?? '') > start)).toEqual([])
      const today = createTorontoFormat({}).format(new Date(start))
      const ofToday = studies.filter(
        (row) => createTorontoFormat({}).format(new Date(row.createdOn)) === today,
      )
      expect(ofToday.length).toBeGreaterThanOrEqual(7)
    },
  )
})

describe('the demo users', () => {
  withSeededDemo()

  test('the demo has fourteen users, each with a different salt', async () => {
    const users = await listRows('user')
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
    expect(findPasswordFault(demoPassword, demoPassword)).toBeUndefined()
  })

  test('demo users have exactly the permission flags of their role', async () => {
    const profiles = new Map((await listRows('permissionProfile')).map((row) => [row.id, row]))
    const flags = Object.fromEntries(
      (await listRows('user')).map((user) => {
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

  test('demo users belong to the clinic that their username names; contract is assigned to two', async () => {
    const clinics = await listRows('clinic')
    const english = clinics.find(({ aeTitle }) => aeTitle === 'TALUS_EN')?.id
    const french = clinics.find(({ aeTitle }) => aeTitle === 'TALUS_FR')?.id
    const users = await listRows('user')
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
    const assigned = await listRows('userClinic')
    expect(contract?.maxClinicCount).toBe(2)
    expect(assigned.map(({ userId, clinicId }) => [userId, clinicId])).toEqual([
      [contract?.id, english],
      [contract?.id, french],
    ])
  })

  test('the users of demo studies and cases belong to the clinic and have the permission', async () => {
    const users = new Map((await listRows('user')).map((user) => [user.id, user]))
    const profiles = new Map((await listRows('permissionProfile')).map((row) => [row.id, row]))
    const work = [
      ...(await listRows('study')),
      ...(await listRows('patient')),
      ...(await listRows('owner')),
    ]
    const wrong = work.filter(({ userId, clinicId }) => {
      const user = users.get(userId)
      const flags = user && PermissionFlags.parse(profiles.get(user.permissionProfileId))
      return user?.clinicId !== clinicId || !flags || !can({ flags }, 'registration.use')
    })
    expect(wrong).toEqual([])
  })
})
