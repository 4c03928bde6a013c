import {
  Breed,
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
  Patient,
  PatientDraft,
  PermissionProfile,
  phonePattern,
  RadCase,
  Sensor,
  speciesName,
  Study,
  StudyDraft,
  User,
} from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { demoDatabase, demoTime, toronto } from '../testing/demo-database.ts'

const { rows, withSeededDemo } = demoDatabase()

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
    expect((times.at(-1) ?? '') <= demoTime.toISOString()).toBe(true)
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
