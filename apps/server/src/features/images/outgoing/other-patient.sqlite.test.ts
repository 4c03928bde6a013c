import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { ImageId, PatientId } from '@talus/contract'
import { findAttribute, findTag, readDicom, toDicomJson } from '@talus/dicom'
import type { Attributes, AttributeValue } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '../../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
let mimiId: PatientId
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
  const owner = await server.call(routes.owner.create, { body: { name: 'Luc Roy' } }, token)
  const body = { name: 'Mimi', patientId: 'MIMI-9', ownerId: owner.body.id, speciesId: 2 }
  mimiId = (await server.call(routes.patient.create, { body }, token)).body.id
})
afterAll(() => server.close())

/** The attributes of PS3.3 C.2.2, C.2.3, C.2.4, C.3, C.7.1.1 and C.7.2.2 that are about a patient. */
const keywords = `
  IssuerOfPatientID TypeOfPatientID IssuerOfPatientIDQualifiersSequence
  SourcePatientGroupIdentificationSequence GroupOfPatientsIdentificationSequence PatientBirthTime
  PatientBirthDateInAlternativeCalendar PatientDeathDateInAlternativeCalendar
  PatientAlternativeCalendar PatientInsurancePlanCodeSequence PatientPrimaryLanguageCodeSequence
  QualityControlSubject QualityControlSubjectTypeCodeSequence StrainDescription StrainNomenclature
  StrainStockSequence StrainAdditionalInformation StrainCodeSequence GeneticModificationsSequence
  OtherPatientIDs OtherPatientNames OtherPatientIDsSequence PatientBirthName PatientAge PatientSize
  PatientSizeCodeSequence PatientBodyMassIndex MeasuredAPDimension MeasuredLateralDimension
  PatientWeight PatientAddress InsurancePlanIdentification PatientMotherBirthName MilitaryRank
  BranchOfService MedicalRecordLocator ReferencedPatientPhotoSequence MedicalAlerts Allergies
  CountryOfResidence RegionOfResidence PatientTelephoneNumbers PatientTelecomInformation EthnicGroup
  Occupation SmokingStatus AdditionalPatientHistory PregnancyStatus LastMenstrualDate
  PatientReligiousPreference PatientBreedDescription PatientBreedCodeSequence
  BreedRegistrationSequence ResponsiblePersonRole ResponsibleOrganization PatientComments
  ReferencedPatientSequence ReferencedPatientAliasSequence AdmittingDiagnosesDescription
  AdmittingDiagnosesCodeSequence ReasonForVisit ReasonForVisitCodeSequence PatientIdentityRemoved
  DeidentificationMethod VisitStatusID AdmissionID IssuerOfAdmissionID IssuerOfAdmissionIDSequence
  RouteOfAdmissions AdmittingDate AdmittingTime DischargeDiagnosisDescription SpecialNeeds
  ServiceEpisodeID IssuerOfServiceEpisodeID ServiceEpisodeDescription
  IssuerOfServiceEpisodeIDSequence CurrentPatientLocation PatientInstitutionResidence PatientState
  PatientClinicalTrialParticipationSequence VisitComments
`
  .trim()
  .split(/\s+/u)

/** The record of the new animal states these as well, with its own values. */
const stated = new Set([
  'PatientBreedDescription',
  'PatientBreedCodeSequence',
  'BreedRegistrationSequence',
  'ResponsiblePersonRole',
  'ResponsibleOrganization',
])

const tagOf = (keyword: string) =>
  (findTag(keyword) ?? 0).toString(16).toUpperCase().padStart(8, '0')

/** A value that can be found again, whatever its type. */
function createValue(keyword: string): AttributeValue {
  const vr = findAttribute(findTag(keyword) ?? 0)?.vr
  if (vr === 'SQ') return [{ CodeValue: 'LEAK', CodeMeaning: 'LEAK' }]
  if (vr === 'DA') return '19010203'
  if (vr === 'TM') return '010203.77'
  if (vr === 'AS') return '077Y'
  if (vr === 'DS' || vr === 'US' || vr === 'xs') return 77
  return 'LEAK'
}

const nested: Attributes = {
  RequestAttributesSequence: [
    {
      AccessionNumber: 'KEPT',
      PatientID: 'LEAK-1',
      PatientName: 'LEAK^Rex',
      MedicalAlerts: 'LEAK',
      ReferencedStudySequence: [{ ReferencedSOPClassUID: '1.2.3', PatientID: 'LEAK-2' }],
    },
  ],
  OriginalAttributesSequence: [
    {
      ModifyingSystem: 'KEPT SYSTEM',
      ModifiedAttributesSequence: [{ PatientName: 'LEAK^Rex', AccessionNumber: 'KEPT BEFORE' }],
    },
  ],
}

async function importImage(name: string, more: Attributes = {}) {
  const bytes = createRadiograph(name, {
    PatientName: `Tremblay^Rex ${name}`,
    PatientID: `ID ${name}`,
    PatientBirthDate: '20150101',
    ResponsiblePerson: 'Tremblay',
    StudyInstanceUID: toUid(`study ${name}`),
    SeriesInstanceUID: toUid(`series ${name}`),
    ...Object.fromEntries(keywords.map((keyword) => [keyword, createValue(keyword)])),
    ...nested,
    ...more,
  })
  const reply = await importFile(server, token, bytes)
  return ImportLine.parse(JSON.parse(reply.body))
}

async function moveToMimi({ studyId }: ImportLine) {
  if (studyId === undefined) throw new Error('not imported')
  const query = { studyId, patientId: mimiId }
  const { revision } = (await server.call(routes.reassign.compareStudy, { query }, token)).body
  const body = { ...query, revision }
  expect((await server.call(routes.reassign.moveStudy, { body }, token)).status).toBe(200)
}

const get = async (path: string, accept: string) =>
  server.app.inject({
    url: `${server.config.apiBase}${path}`,
    headers: { authorization: `Bearer ${token}`, accept },
  })

/** Checks the attributes of an object that was given to Mimi. */
function expectOnlyMimi(json: string) {
  expect(json).not.toMatch(/LEAK|19010203|010203\.77|077Y|Rex|Tremblay/u)
  const found = JSON.parse(json)
  expect(found).toMatchObject({
    '00100010': { Value: [{ Alphabetic: 'Luc Roy^Mimi' }] },
    '00100020': { Value: ['MIMI-9'] },
    '00400275': {
      Value: [
        {
          '00080050': { Value: ['KEPT'] },
          '00100010': { Value: [{ Alphabetic: 'Luc Roy^Mimi' }] },
          '00100020': { Value: ['MIMI-9'] },
          '00081110': { Value: [{ '00100020': { Value: ['MIMI-9'] } }] },
        },
      ],
    },
    '04000561': {
      Value: expect.arrayContaining([
        expect.objectContaining({ '04000563': { vr: 'LO', Value: ['KEPT SYSTEM'] } }),
      ]),
    },
  })
  const left = keywords.filter((keyword) => !stated.has(keyword) && tagOf(keyword) in found)
  expect(left).toEqual([])
}

const toJson = (file: Uint8Array) => JSON.stringify(toDicomJson(readDicom(file).dataSet))

test('a moved object leaves without anything about its former animal', async () => {
  const line = await importImage('moved')
  await moveToMimi(line)
  const uids = await server.unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select(['study.studyInstanceUID', 'image.seriesInstanceUID', 'image.sopInstanceUID'])
    .where('image.id', '=', line.imageId ?? (0 as ImageId))
    .executeTakeFirstOrThrow()
  const path = `dicom-web/studies/${uids.studyInstanceUID}/series/${uids.seriesInstanceUID}/instances/${uids.sopInstanceUID}`
  expectOnlyMimi(toJson((await get(path, 'application/dicom')).rawPayload))
  expectOnlyMimi(toJson((await get(`image/${line.imageId}`, '*/*')).rawPayload))
  const metadata = await get(`${path}/metadata`, 'application/dicom+json')
  expectOnlyMimi(JSON.stringify(metadata.json()[0]))
})

test('an object without a patient ID keeps nothing of the animal that its study was moved from', async () => {
  const line = await importImage('without', { PatientID: '' })
  await moveToMimi(line)
  expectOnlyMimi(toJson((await get(`image/${line.imageId}`, '*/*')).rawPayload))
})

test('an object that is assigned to another animal is stored without anything about the first', async () => {
  await importImage('assigned')
  // The same number with another name and birth date is a question.
  const line = await importImage('assigned 2', {
    PatientID: 'ID assigned',
    PatientName: 'Tremblay^Rexus',
    PatientBirthDate: '20110101',
  })
  expect(line.outcome).toBe('held')
  const query = { ClinicId: server.first.id }
  const { body: groups } = await server.call(routes.tray.list, { query }, token)
  const group = groups.find(({ claim }) => claim.patientId === 'ID assigned')
  const body = {
    entryIds: group?.entryIds ?? [],
    decision: 'assign' as const,
    patientDatabaseId: mimiId,
  }
  const { body: decided } = await server.call(routes.tray.decide, { body }, token)
  const { filePath } = await server.unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('studyId', '=', decided.studyId)
    .executeTakeFirstOrThrow()
  const stream = await server.files.read(filePath)
  expectOnlyMimi(toJson(new Uint8Array(stream ? await buffer(stream) : [])))
})

test('an animal with a corrected name and number keeps its medical data', async () => {
  const line = await importImage('renamed')
  const patient = await server.unscopedDb
    .selectFrom('patient')
    .selectAll()
    .where('patientId', '=', 'ID renamed')
    .executeTakeFirstOrThrow()
  const { id, ownerId, birthDate } = patient
  const body = { id, ownerId, birthDate, name: 'Max', patientId: 'ID right', speciesId: 1 }
  expect((await server.call(routes.patient.update, { body }, token)).status).toBe(200)
  const file = readDicom((await get(`image/${line.imageId}`, '*/*')).rawPayload)
  const text = (keyword: string) => file.dataSet.text(findTag(keyword) ?? 0)
  expect(text('PatientID')).toBe('ID right')
  expect(text('PatientName')).toContain('Max')
  expect(['MedicalAlerts', 'Allergies', 'PatientState'].map(text)).toEqual(['LEAK', 'LEAK', 'LEAK'])
  expect(text('PatientWeight')).toBe('77')
})
