import { can, findPasswordFault, PermissionFlags, permissionFlags } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createTorontoFormat, setUpDemoDatabase } from '../testing/database/demo-database.ts'
import { demoPassword, demoUsernames } from './index.ts'

const { current, openFreshDatabase, listRows, readAll, seed, withEmptyDatabase, withSeededDemo } =
  setUpDemoDatabase()

describe('the demo at any time', () => {
  withEmptyDatabase()

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
