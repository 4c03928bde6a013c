import { refuse } from '@talus/contract'
import type { PatientId, PatientMergeField, RouteBody, routes } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { RecordChange } from '../../db/reassign-tables.ts'
import { refuseUnusable } from '../patients/index.ts'
import * as cards from './cards.queries.ts'
import type { FoundPatient } from './cards.queries.ts'
import { planCases } from './plan-cases.ts'
import { reassign } from './reassign.service.ts'
import type { Plan, ReassignContext } from './reassign.service.ts'

interface Pair {
  readonly keepId: PatientId
  readonly mergeId: PatientId
}

/** The two records of an animal, if they may be merged. */
export async function comparePatients(db: ClinicDb, { keepId, mergeId }: Pair) {
  const keep = await cards.loadPatientCard(db, keepId)
  const merge = await cards.loadPatientCard(db, mergeId)
  // A root user reaches every clinic; a record of another one is not found.
  if (keep.clinicId !== merge.clinicId) refuse('record/not-found')
  if (keepId === mergeId) refuse('reassign/same-record')
  for (const { row } of [keep, merge]) refuseUnusable(row)
  const [one, other] = [keep.speciesId, merge.speciesId]
  if (one !== null && other !== null && one !== other) refuse('reassign/other-species')
  return { keep, merge, revision: cards.createRevision(keep, merge) }
}

const pickColumns = ({
  name,
  search,
  nameGroups,
  patientId,
  accessionCode,
  speciesId,
  breedId,
  sex,
  neutered,
  birthDate,
  ownerId,
  description,
}: FoundPatient) => ({
  name,
  search,
  nameGroups,
  patientId,
  accessionCode,
  speciesId,
  breedId,
  sex,
  neutered,
  birthDate,
  ownerId,
  description,
})

type MergedColumns = ReturnType<typeof pickColumns>

/** The values of the record that remains: its own, except the chosen ones of the merged record. */
function mergeColumns(
  keep: MergedColumns,
  merge: MergedColumns,
  take: ReadonlySet<PatientMergeField>,
): MergedColumns {
  const from = (field: PatientMergeField) => (take.has(field) ? merge : keep)
  return {
    name: from('name').name,
    search: from('name').search,
    nameGroups: from('name').nameGroups,
    patientId: from('patientId').patientId,
    accessionCode: from('accessionCode').accessionCode,
    speciesId: from('species').speciesId,
    breedId: from('species').breedId,
    sex: from('sex').sex,
    neutered: from('sex').neutered,
    birthDate: from('birthDate').birthDate,
    ownerId: from('owner').ownerId,
    description: from('description').description,
  }
}

async function planMerge(
  db: ClinicDb,
  body: RouteBody<typeof routes.reassign.mergePatients>,
): Promise<Plan> {
  const { keep, merge, revision } = await comparePatients(db, body)
  if (revision !== body.revision) refuse('record/changed-meanwhile')
  const own = pickColumns(keep.row)
  const other = pickColumns(merge.row)
  const after = mergeColumns(own, other, new Set(body.take))
  const studies = await cards.listStudies(db, [keep.id, merge.id])
  const moved = studies.filter(({ patientId }) => patientId === merge.id)
  const movedStudyIds = moved.map(({ id }) => id)
  // The merged record gets the identifiers that the other one gave up: files with them still
  // belong to the animal.
  const left = {
    patientId: after.patientId === own.patientId ? other.patientId : own.patientId,
    accessionCode:
      after.accessionCode === own.accessionCode ? other.accessionCode : own.accessionCode,
  }
  const records: RecordChange[] = [
    {
      table: 'patient',
      id: merge.id,
      before: {
        patientId: other.patientId,
        accessionCode: other.accessionCode,
        status: 'Active',
        mergedIntoId: null,
      },
      after: { ...left, status: 'Inactive', mergedIntoId: keep.id },
    },
    { table: 'patient', id: keep.id, before: own, after },
    ...movedStudyIds.map((id) => ({
      table: 'study' as const,
      id,
      before: { patientId: merge.id },
      after: { patientId: keep.id },
    })),
    ...(await planCases(db, movedStudyIds, { patientId: keep.id, ownerId: after.ownerId })),
  ]
  return {
    kind: 'merge-patients',
    clinicId: keep.clinicId,
    subject: `${merge.name} (${merge.patientId})`,
    // As they were: the record that remains may take over name and number of the other one.
    target: `${keep.name} (${keep.patientId})`,
    patientId: keep.id,
    otherPatientId: merge.id,
    records,
    affectedStudyIds: studies.map(({ id }) => id),
    movedStudyIds,
  }
}

export const mergePatients = (
  change: ReassignContext,
  body: RouteBody<typeof routes.reassign.mergePatients>,
) =>
  reassign(
    change,
    async (db) => (await comparePatients(db, body)).keep.clinicId,
    (db) => planMerge(db, body),
  )
