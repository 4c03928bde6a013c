import {
  Breed,
  caseStatus,
  Clinic,
  ClinicDraft,
  DicomServer,
  Doctor,
  emailPattern,
  EmailConfig,
  foldText,
  limits,
  Owner,
  OwnerDraft,
  Patient,
  PatientDraft,
  PermissionProfile,
  phonePattern,
  RadCase,
  RegisteredSensor,
  getSpeciesName,
  Study,
  StudyDraft,
  User,
} from '@talus/contract'
import { describe, expect, test } from 'vitest'
import {
  setUpDemoDatabase,
  demoTime,
  createTorontoFormat,
} from '../testing/database/demo-database.ts'

const { listRows, withSeededDemo } = setUpDemoDatabase()

describe('the demo records', () => {
  withSeededDemo()

  test('demo records match the schemas of the contract', async () => {
    const clinics = (await listRows('clinic')).map((row) => ({ ...row, clinicName: row.name }))
    const owners = (await listRows('owner')).map((row) => ({
      ...row,
      phone: row.phone ?? '',
      email: row.email ?? '',
    }))
    const emailConfigs = (await listRows('emailConfig')).map((row) => ({
      ...row,
      hasPassword: row.password !== null,
    }))
    Clinic.array().parse(clinics)
    ClinicDraft.array().parse(clinics)
    Owner.array().parse(owners)
    OwnerDraft.array().parse(owners)
    EmailConfig.array().parse(emailConfigs)
    User.array().parse(await listRows('user'))
    expect((await listRows('user')).filter(({ email }) => !emailPattern.test(email))).toEqual([])
    expect(clinics.filter(({ phone }) => !phonePattern.test(phone))).toEqual([])
    PermissionProfile.array().parse(await listRows('permissionProfile'))
    Doctor.array().parse(await listRows('doctor'))
    Patient.array().parse(await listRows('patient'))
    Study.array().parse(await listRows('study'))
    StudyDraft.array().parse(await listRows('study'))
    RadCase.array().parse(await listRows('radCase'))
    DicomServer.array().parse(await listRows('dicomServer'))
    RegisteredSensor.omit({ serverIp: true, port: true })
      .array()
      .parse(await listRows('sensor'))
    Breed.array().parse(await listRows('breed'))
    const animals = (await listRows('patient')).filter(({ speciesId }) => speciesId !== null)
    expect(PatientDraft.array().parse(animals)).toHaveLength(76)
  })

  test('demo owners have valid fields, and can be found without accents', async () => {
    const owners = await listRows('owner')
    const clinics = new Map((await listRows('clinic')).map((row) => [row.id, row.lang]))
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
    expect(owners.filter(({ search, name }) => search !== foldText(name))).toEqual([])
    expect(owners.find(({ name }) => name === 'Gaétan Létourneau')?.search).toBe(
      'gaetan letourneau',
    )
    expect(owners.filter(({ phone }) => phone === null)).toHaveLength(2)
  })

  test('demo owners have one to four patients, and human patients have no owner', async () => {
    const patients = await listRows('patient')
    const counts = Map.groupBy(patients, ({ ownerId }) => ownerId)
    const withoutOwner = counts.get(null) ?? []
    counts.delete(null)
    const sizes = [...counts.values()].map((animals) => animals.length)
    expect([counts.size, Math.min(...sizes), Math.max(...sizes)]).toEqual([40, 1, 4])
    expect(withoutOwner.map(({ speciesId, breedId }) => [speciesId, breedId])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    )
  })

  test('the demo has dogs, cats and horses in realistic shares, with breeds of their species', async () => {
    const breedOf = new Map((await listRows('breed')).map((breed) => [breed.id, breed]))
    const patients = (await listRows('patient')).filter(({ ownerId }) => ownerId !== null)
    const kinds = Map.groupBy(patients, ({ speciesId }) => getSpeciesName(speciesId ?? 0))
    expect(['Canine', 'Feline', 'Equine'].map((kind) => kinds.get(kind as never)?.length)).toEqual([
      42, 26, 8,
    ])
    const wrong = patients.filter(
      ({ breedId, speciesId }) => breedId === null || breedOf.get(breedId)?.speciesId !== speciesId,
    )
    expect(wrong).toEqual([])
    expect(new Set(patients.map(({ breedId }) => breedId)).size).toBeGreaterThan(20)
  })

  test('demo patients are registered after their birth and before their first study', async () => {
    const studies = Map.groupBy(await listRows('study'), ({ patientId }) => patientId)
    const owners = new Map((await listRows('owner')).map((row) => [row.id, row.createdOn]))
    const patients = await listRows('patient')
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

  test('demo studies cover the last twelve months, mostly within opening hours', async () => {
    const studies = await listRows('study')
    const times = studies.map(({ createdOn }) => createdOn).toSorted()
    expect((times[0] ?? '') > '2025-03-18').toBe(true)
    expect((times[0] ?? '') < '2025-05-01').toBe(true)
    expect((times.at(-1) ?? '') <= demoTime.toISOString()).toBe(true)
    const months = new Set(times.map((time) => time.slice(0, 7)))
    expect(months.size).toBe(13)

    const day = (time: string) => createTorontoFormat({}).format(new Date(time))
    expect(times.filter((time) => day(time) === '2026-03-18').length).toBe(8)
    expect(times.filter((time) => day(time) === '2026-03-17').length).toBeGreaterThanOrEqual(9)

    const hours = times.map((time) =>
      Number(createTorontoFormat({ hour: '2-digit', hourCycle: 'h23' }).format(new Date(time))),
    )
    expect(hours.filter((hour) => hour >= 8 && hour < 18).length).toBeGreaterThan(125)
    const weekdays = times.map((time) =>
      createTorontoFormat({ weekday: 'short' }).format(new Date(time)),
    )
    expect(weekdays.filter((weekday) => weekday.startsWith('Sun')).length).toBeLessThan(10)
  })

  test('demo studies are mostly general, some dental, each with unique UIDs', async () => {
    const studies = await listRows('study')
    const dental = studies.filter(({ modality }) => modality === 'Dental').length
    const general = studies.filter(({ modality }) => modality === 'General').length
    expect(dental + general).toBe(150)
    expect(dental).toBeGreaterThan(12)
    expect(dental).toBeLessThan(45)
    const uids = studies.flatMap((row) => [row.studyInstanceUID, row.sopInstanceUID])
    expect(new Set(uids).size).toBe(300)
    expect(uids.filter((uid) => !/^2\.25\.[1-9]\d{30,38}$/u.test(uid))).toEqual([])
  })

  test('demo cases exist in every status, written in the language of their clinic', async () => {
    const cases = await listRows('radCase')
    const statuses = Map.groupBy(cases, ({ status }) => status)
    expect([0, 1, 2, 3, 4, 5].map((status) => statuses.get(status as never)?.length)).toEqual([
      1, 3, 2, 1, 2, 1,
    ])
    const open = cases.filter(({ status }) => status === caseStatus.available)
    expect(open.filter(({ radiologistId }) => radiologistId !== null)).toEqual([])
    const [waiting] = statuses.get(caseStatus.waiting) ?? []
    expect(waiting?.requestMoreInfoMessage).toContain('proBNP')
    expect(waiting?.radiologistId).not.toBeNull()
    const finalized = statuses
      .get(caseStatus.finalized)
      ?.find(({ studyTypes }) => studyTypes.includes('Stifle'))
    expect(finalized?.findings.length).toBeLessThanOrEqual(limits.findingsMax)
    expect(finalized?.interpretation.length).toBeLessThanOrEqual(limits.interpretationMax)
    expect(finalized?.weight).toBeGreaterThanOrEqual(18)
    expect(finalized?.studyTypes).toBe('Right Stifle, Pelvis/Hips')
    expect(new Set(cases.map(({ studyId }) => studyId)).size).toBe(10)
  })

  test('demo cases have a history, messages and reports, and open ones are due around now', async () => {
    const cases = await listRows('radCase')
    const events = await listRows('caseEvent')
    for (const { id, status } of cases) {
      const last = events.filter(({ caseId }) => caseId === id).at(-1)
      expect(last?.toStatus).toBe(status)
    }
    const versions = await listRows('caseReportVersion')
    expect(versions.map(({ version }) => version).toSorted()).toEqual([1, 1, 2])
    expect((await listRows('caseMessage')).length).toBe(4)
    for (const { status, dueOn, submitOn } of cases) {
      expect(dueOn === null).toBe(status === caseStatus.draft)
      expect(submitOn === null).toBe(status === caseStatus.draft)
    }
  })

  test('the demo sends nothing automatically and contains no mail password', async () => {
    const servers = await listRows('dicomServer')
    expect(servers.map(({ host, autoSend }) => [host, autoSend])).toEqual([
      ['127.0.0.1', false],
      ['127.0.0.1', false],
    ])
    expect((await listRows('emailConfig')).map(({ password }) => password)).toEqual([null, null])
    const sensors = await listRows('sensor')
    expect(new Set(sensors.map(({ modality, brand }) => `${brand} ${modality}`))).toEqual(
      new Set(['Simulator General', 'Simulator Dental']),
    )
    const bridges = await listRows('bridge')
    expect(bridges.map(({ identity, token }) => [identity, token])).toEqual(
      Array.from({ length: 3 }, () => ['this-computer', null]),
    )
  })
})
