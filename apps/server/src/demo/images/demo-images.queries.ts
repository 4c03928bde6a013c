import { StudyId, species as allSpecies } from '@talus/contract'
import type { ImageId, PatientId, Sensor } from '@talus/contract'
import type { ClinicInput, PatientInput } from '@talus/dicom'
import type { Insertable } from 'kysely'
import { indexStudy } from '../../db/listing/index.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { StudyTable } from '../../db/tables.ts'
import type { DemoStudy } from './plan-images.ts'

export const hasImages = async (unscopedDb: UnscopedDb): Promise<boolean> =>
  (await unscopedDb.selectFrom('image').select('id').limit(1).executeTakeFirst()) !== undefined

export async function listDemoStudies(unscopedDb: UnscopedDb): Promise<DemoStudy[]> {
  const studies = await unscopedDb
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('user', 'user.id', 'study.userId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'study.id as studyId',
      'study.studyInstanceUID',
      'study.clinicId',
      'study.userId',
      'user.username',
      'study.patientId',
      'patient.speciesId',
      'breed.name as breed',
      'study.modality',
      'study.createdOn',
    ])
    .orderBy('study.id')
    .execute()
  const cases = await unscopedDb.selectFrom('radCase').select(['studyId', 'studyTypes']).execute()
  const studyTypesById = new Map(cases.map(({ studyId, studyTypes }) => [studyId, studyTypes]))
  return studies.map((study) => ({ ...study, studyTypes: studyTypesById.get(study.studyId) ?? '' }))
}

/** An animal and its clinic, as its DICOM files name them. */
export async function findScannedPatient(
  unscopedDb: UnscopedDb,
  id: PatientId,
): Promise<{ readonly patient: PatientInput; readonly clinic: ClinicInput } | undefined> {
  const found = await unscopedDb
    .selectFrom('patient')
    .innerJoin('clinic', 'clinic.id', 'patient.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'patient.name',
      'patient.patientId',
      'patient.speciesId',
      'patient.sex',
      'patient.birthDate',
      'owner.name as owner',
      'breed.name as breed',
      'clinic.name as clinicName',
      'clinic.timeZone',
    ])
    .where('patient.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { clinicName, timeZone, speciesId, ...patient } = found
  const species = speciesId === null ? null : allSpecies[speciesId - 1]
  return {
    patient: { kind: 'animal', ...patient, species },
    clinic: { name: clinicName, timeZone },
  }
}

/** A server that was killed may have inserted it before. */
export async function findOrInsertStudy(
  unscopedDb: UnscopedDb,
  study: Insertable<StudyTable>,
): Promise<void> {
  const known = await unscopedDb
    .selectFrom('study')
    .select('id')
    .where('studyInstanceUID', '=', study.studyInstanceUID)
    .executeTakeFirst()
  if (known) return
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    const { id } = await unscopedDb
      .insertInto('study')
      .values(study)
      .returning('id')
      .executeTakeFirstOrThrow()
    await indexStudy(unscopedDb, id)
  })
}

export type DemoSensor = Pick<Sensor, 'id' | 'brand' | 'model' | 'modality'>

export async function listDemoSensors(
  unscopedDb: UnscopedDb,
): Promise<ReadonlyMap<string, DemoSensor>> {
  const sensors = await unscopedDb.selectFrom('sensor').selectAll().orderBy('id').execute()
  return new Map(sensors.map((sensor) => [sensor.modality, sensor]))
}

/** The demo images stored so far, by the id of their frame. */
export async function listDemoImages(
  unscopedDb: UnscopedDb,
): Promise<ReadonlyMap<string, ImageId>> {
  const rows = await unscopedDb
    .selectFrom('rawFrame')
    .select(['frameId', 'imageId'])
    .where('frameId', 'like', 'demo-%')
    .execute()
  return new Map(
    rows.flatMap(({ frameId, imageId }) => (imageId === null ? [] : [[frameId, imageId]])),
  )
}

/** Attaches an image to the cases of its study, unless it is attached already. */
export async function attachToCases(
  unscopedDb: UnscopedDb,
  { studyId }: Pick<DemoStudy, 'studyId'>,
  imageId: ImageId,
): Promise<void> {
  const cases = await unscopedDb
    .selectFrom('radCase')
    .select(['id as caseId', 'clinicId', 'createdOn'])
    .where('studyId', '=', StudyId.parse(studyId))
    .execute()
  for (const ofCase of cases) {
    const attached = await unscopedDb
      .selectFrom('caseFile')
      .select('id')
      .where('caseId', '=', ofCase.caseId)
      .where('imageId', '=', imageId)
      .executeTakeFirst()
    if (attached) continue
    await unscopedDb
      .insertInto('caseFile')
      .values({ ...ofCase, fileName: '', filePath: null, imageId, isFromReceiver: true })
      .execute()
  }
}
