import {
  Breed,
  can,
  caseStatus,
  Clinic,
  ClinicDraft,
  DicomServer,
  Doctor,
  emailPattern,
  EmailConfig,
  folded,
  limits,
  Owner,
  OwnerDraft,
  passwordFault,
  Patient,
  PatientDraft,
  PermissionFlags,
  PermissionProfile,
  permissionFlags,
  phonePattern,
  RadCase,
  Sensor,
  speciesName,
  Study,
  StudyDraft,
  User,
} from '@talus/contract'
import type { Selectable } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/open.ts'
import type { Database } from '../db/tables.ts'
import { testDatabase } from '../testing/test-database.ts'
import { demoPassword, demoUsernames, seedDemo } from './index.ts'

/** A Wednesday afternoon in Toronto. */
const now = new Date('2026-03-18T19:20:00.000Z')
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

let database: OpenDatabase
const opened: OpenDatabase[] = []
const lines: string[] = []

async function freshDatabase() {
  const made = await testDatabase()
  opened.push(made)
  return made
}
const closeAll = async () => {
  for (const each of opened.splice(0)) await each.close()
}

let salt = 0
const salted = async (password: string) => `${password} salted ${(salt += 1)}`
const seed = ({ unscopedDb } = database, at = now, hashPassword = salted) =>
  seedDemo({
    unscopedDb,
    clock: () => at,
    log: { info: (message) => lines.push(message) },
    hashPassword,
    bridgePort: 4290,
  })

/** What only reads shares one demo. */
function withSeededDemo() {
  beforeAll(async () => {
    database = await freshDatabase()
    await seed()
  })
  afterAll(closeAll)
}

function withEmptyDatabase() {
  beforeEach(async () => {
    lines.length = 0
    database = await freshDatabase()
  })
  afterEach(closeAll)
}

// Kysely cannot follow a table name that is a type parameter, though the rows are that table's.
const rows = <Table extends keyof Database>(table: Table, { unscopedDb } = database) =>
  unscopedDb
    .selectFrom(table as 'clinic')
    .selectAll()
    .execute() as unknown as Promise<Selectable<Database[Table]>[]>

const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      demoTables.map(async (table) => [table, (await rows(table)).length] as const),
    ),
  )

/** Everything but the salted passwords, in an order that does not depend on the engine. */
async function contents(of = database) {
  const tables = await Promise.all(
    demoTables.map(async (table) =>
      (await rows(table, of))
        .map((row) => JSON.stringify({ ...row, passwordHash: undefined }))
        .toSorted(),
    ),
  )
  return tables.flat()
}

const toronto = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', ...parts })

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
    expect(await seed(database, new Date('2026-09-01T12:00:00.000Z'))).toBe('seeded before')
    expect(await contents()).toEqual(before)
    expect(lines).toEqual([])
  })

  test('two servers that start at the same moment make one demo', async () => {
    const states = await Promise.all([seed(), seed()])
    expect(states.toSorted()).toEqual(['seeded', 'seeded before'])
    expect(await countAll()).toMatchObject({ clinic: 3, user: 14, study: 150 })
  })

  test('a database with somebody else’s clinic is left alone, and the log says so', async () => {
    await database.unscopedDb
      .insertInto('clinic')
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
        createdOn: now.toISOString(),
      })
      .execute()
    expect(await seed()).toBe('other data')
    const counts = await countAll()
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(lines).toEqual([expect.stringContaining('no demo data')])
  })

  test('a database with one user and no clinic is left alone', async () => {
    const { id } = await database.unscopedDb
      .insertInto('permissionProfile')
      .values({ root: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.unscopedDb
      .insertInto('user')
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
        createdOn: now.toISOString(),
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
    await expect(seed(database, now, failingLast)).rejects.toThrow(/null/iu)
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
      await seed(database, new Date(start))
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

describe('its records', () => {
  withSeededDemo()

  test('are what the contract says', async () => {
    const clinics = (await rows('clinic')).map((row) => ({ ...row, clinicName: row.name }))
    const owners = (await rows('owner')).map((row) => ({
      ...row,
      phone: row.phone ?? '',
      email: row.email ?? '',
    }))
    const emailConfigs = (await rows('emailConfig')).map((row) => ({
      ...row,
      hasPassword: row.password !== null,
    }))
    Clinic.array().parse(clinics)
    ClinicDraft.array().parse(clinics)
    Owner.array().parse(owners)
    OwnerDraft.array().parse(owners)
    EmailConfig.array().parse(emailConfigs)
    User.array().parse(await rows('user'))
    expect((await rows('user')).filter(({ email }) => !emailPattern.test(email))).toEqual([])
    expect(clinics.filter(({ phone }) => !phonePattern.test(phone))).toEqual([])
    PermissionProfile.array().parse(await rows('permissionProfile'))
    Doctor.array().parse(await rows('doctor'))
    Patient.array().parse(await rows('patient'))
    Study.array().parse(await rows('study'))
    StudyDraft.array().parse(await rows('study'))
    RadCase.array().parse(await rows('radCase'))
    DicomServer.array().parse(await rows('dicomServer'))
    Sensor.array().parse(await rows('sensor'))
    Breed.array().parse(await rows('breed'))
    const animals = (await rows('patient')).filter(({ speciesId }) => speciesId !== null)
    expect(PatientDraft.array().parse(animals)).toHaveLength(76)
  })

  test('owners fit their fields, and can be found without accents', async () => {
    const owners = await rows('owner')
    const clinics = new Map((await rows('clinic')).map((row) => [row.id, row.lang]))
    const ofLanguage = (lang: string) => owners.filter((row) => clinics.get(row.clinicId) === lang)
    expect([ofLanguage('en').length, ofLanguage('fr').length]).toEqual([22, 18])
    expect(ofLanguage('fr').filter(({ name }) => /[à-ÿ]/iu.test(name)).length).toBeGreaterThan(12)

    const unfit = owners.filter(
      ({ name, address, phone, email }) =>
        name.length > limits.ownerNameMax ||
        address.length > limits.ownerAddressMax ||
        !/-555-01\d\d$/u.test(phone ?? '519-555-0199') ||
        !phonePattern.test(phone ?? '519-555-0199') ||
        !emailPattern.test(email ?? 'a@example.com') ||
        !/@example\.(com|org)$/u.test(email ?? 'a@example.com'),
    )
    expect(unfit).toEqual([])
    expect(owners.filter(({ search, name }) => search !== folded(name))).toEqual([])
    expect(owners.find(({ name }) => name === 'Gaétan Létourneau')?.search).toBe(
      'gaetan letourneau',
    )
    expect(owners.filter(({ phone }) => phone === null)).toHaveLength(2)
  })

  test('owners have one to four animals, and people have no owner', async () => {
    const patients = await rows('patient')
    const counts = Map.groupBy(patients, ({ ownerId }) => ownerId)
    const withoutOwner = counts.get(null) ?? []
    counts.delete(null)
    const sizes = [...counts.values()].map((animals) => animals.length)
    expect([counts.size, Math.min(...sizes), Math.max(...sizes)]).toEqual([40, 1, 4])
    expect(withoutOwner.map(({ speciesId, breedId }) => [speciesId, breedId])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    )
  })

  test('dogs, cats and horses come in the usual share, with breeds of their own species', async () => {
    const breedOf = new Map((await rows('breed')).map((breed) => [breed.id, breed]))
    const patients = (await rows('patient')).filter(({ ownerId }) => ownerId !== null)
    const kinds = Map.groupBy(patients, ({ speciesId }) => speciesName(speciesId ?? 0))
    expect(['Canine', 'Feline', 'Equine'].map((kind) => kinds.get(kind as never)?.length)).toEqual([
      42, 26, 8,
    ])
    const wrong = patients.filter(
      ({ breedId, speciesId }) => breedId === null || breedOf.get(breedId)?.speciesId !== speciesId,
    )
    expect(wrong).toEqual([])
    expect(new Set(patients.map(({ breedId }) => breedId)).size).toBeGreaterThan(20)
  })

  test('a patient is born before it comes, and comes before its first study', async () => {
    const studies = Map.groupBy(await rows('study'), ({ patientId }) => patientId)
    const owners = new Map((await rows('owner')).map((row) => [row.id, row.createdOn]))
    const patients = await rows('patient')
    const early = patients.filter(({ id, birthDate, createdOn, ownerId }) => {
      const first = (studies.get(id) ?? []).map((study) => study.createdOn).toSorted()[0]
      const ownerCame = ownerId === null ? '' : (owners.get(ownerId) ?? 'never')
      return (
        !first ||
        !birthDate ||
        birthDate >= createdOn ||
        ownerCame >= createdOn ||
        createdOn >= first
      )
    })
    expect(early).toEqual([])
    expect(new Set(patients.map(({ clinicId, name }) => `${clinicId} ${name}`)).size).toBe(80)
    const wellNumbered = patients.filter(
      ({ patientId, accessionCode }) =>
        /^TAL-000\d\d$/u.test(patientId) && /^\d{13}$/u.test(accessionCode),
    )
    expect(wellNumbered).toHaveLength(80)
  })

  test('studies fill the last twelve months, mostly when the clinic is open', async () => {
    const studies = await rows('study')
    const times = studies.map(({ createdOn }) => createdOn).toSorted()
    expect((times[0] ?? '') > '2025-03-18').toBe(true)
    expect((times[0] ?? '') < '2025-05-01').toBe(true)
    expect((times.at(-1) ?? '') <= now.toISOString()).toBe(true)
    const months = new Set(times.map((time) => time.slice(0, 7)))
    expect(months.size).toBe(13)

    const day = (time: string) => toronto({}).format(new Date(time))
    expect(times.filter((time) => day(time) === '2026-03-18').length).toBe(8)
    expect(times.filter((time) => day(time) === '2026-03-17').length).toBeGreaterThanOrEqual(9)

    const hours = times.map((time) =>
      Number(toronto({ hour: '2-digit', hourCycle: 'h23' }).format(new Date(time))),
    )
    expect(hours.filter((hour) => hour >= 8 && hour < 18).length).toBeGreaterThan(125)
    const weekdays = times.map((time) => toronto({ weekday: 'short' }).format(new Date(time)))
    expect(weekdays.filter((weekday) => weekday.startsWith('Sun')).length).toBeLessThan(10)
  })

  test('studies are mostly general, some dental, each with UIDs of its own', async () => {
    const studies = await rows('study')
    const dental = studies.filter(({ modality }) => modality === 'Dental').length
    const general = studies.filter(({ modality }) => modality === 'General').length
    expect(dental + general).toBe(150)
    expect(dental).toBeGreaterThan(12)
    expect(dental).toBeLessThan(45)
    const uids = studies.flatMap((row) => [row.studyInstanceUID, row.sopInstanceUID])
    expect(new Set(uids).size).toBe(300)
    expect(uids.filter((uid) => !/^2\.25\.[1-9]\d{30,38}$/u.test(uid))).toEqual([])
  })

  test('cases stand at every step, told in the language of their clinic', async () => {
    const cases = await rows('radCase')
    const statuses = Map.groupBy(cases, ({ status }) => status)
    expect([1, 2, 3, 4, 5].map((status) => statuses.get(status as never)?.length)).toEqual([
      3, 2, 1, 1, 1,
    ])
    const open = cases.filter(({ status }) => status === caseStatus.available)
    expect(open.filter(({ radiologistId }) => radiologistId !== null)).toEqual([])
    const [waiting] = statuses.get(caseStatus.waiting) ?? []
    expect(waiting?.requestMoreInfoMessage).toContain('proBNP')
    expect(waiting?.radiologistId).not.toBeNull()
    const [finalized] = statuses.get(caseStatus.finalized) ?? []
    expect(finalized?.findings.length).toBeLessThanOrEqual(limits.findingsMax)
    expect(finalized?.interpretation.length).toBeLessThanOrEqual(limits.interpretationMax)
    expect(finalized?.weight).toBeGreaterThanOrEqual(18)
    expect(finalized?.studyTypes).toBe('Right Stifle, Pelvis/Hips')
    expect(new Set(cases.map(({ studyId }) => studyId)).size).toBe(8)
  })

  test('send nothing anywhere by themselves and hold no mail password', async () => {
    const servers = await rows('dicomServer')
    expect(servers.map(({ host, autoSend }) => [host, autoSend])).toEqual([
      ['127.0.0.1', false],
      ['127.0.0.1', false],
    ])
    expect((await rows('emailConfig')).map(({ password }) => password)).toEqual([null, null])
    const sensors = await rows('sensor')
    expect(sensors.map(({ modality, serverIp, port }) => [modality, serverIp, port])).toEqual([
      ['General', '127.0.0.1', 4290],
      ['Dental', '127.0.0.1', 4290],
    ])
  })
})
