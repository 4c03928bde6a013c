import { refuse } from '@talus/contract'
import type { OwnerId, PatientId, RouteBody, routes, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { refuseUnusable } from '../patients/index.ts'
import * as cards from './cards.queries.ts'
import { planCases } from './plan-cases.ts'
import { reassign } from './reassign.service.ts'
import type { Plan, ReassignContext } from './reassign.service.ts'

/** A study with its animal, and the animal that it is to belong to. */
export async function compareStudy(
  db: ClinicDb,
  { studyId, patientId }: { readonly studyId: StudyId; readonly patientId: PatientId },
) {
  const study = await cards.findStudy(db, studyId)
  const from = await cards.loadPatientCard(db, study.patientId)
  const to = await cards.loadPatientCard(db, patientId)
  if (from.clinicId !== to.clinicId) refuse('record/not-found')
  if (from.id === to.id) refuse('reassign/same-record')
  refuseUnusable(to.row)
  return { study, from, to, revision: cards.createRevision(study, from, to) }
}

async function planStudy(
  db: ClinicDb,
  body: RouteBody<typeof routes.reassign.moveStudy>,
): Promise<Plan> {
  const { study, from, to, revision } = await compareStudy(db, body)
  if (revision !== body.revision) refuse('record/changed-meanwhile')
  return {
    kind: 'move-study',
    clinicId: study.clinicId,
    subject: `${from.name} (${from.patientId}) ${study.createdOn.slice(0, 10)}`,
    target: `${to.name} (${to.patientId})`,
    studyId: study.id,
    patientId: to.id,
    otherPatientId: from.id,
    records: [
      { table: 'study', id: study.id, before: { patientId: from.id }, after: { patientId: to.id } },
      ...(await planCases(db, [study.id], { patientId: to.id, ownerId: to.ownerId })),
    ],
    affectedStudyIds: [study.id],
    movedStudyIds: [study.id],
  }
}

export const moveStudy = (
  change: ReassignContext,
  body: RouteBody<typeof routes.reassign.moveStudy>,
) =>
  reassign(
    change,
    async (db) => (await compareStudy(db, body)).study.clinicId,
    (db) => planStudy(db, body),
  )

/** An animal with its owner, and the owner that it is to belong to. */
export async function compareOwnerOfPatient(
  db: ClinicDb,
  { patientId, ownerId }: { readonly patientId: PatientId; readonly ownerId: OwnerId },
) {
  const patient = await cards.loadPatientCard(db, patientId)
  const to = await cards.loadOwnerCard(db, ownerId)
  if (patient.clinicId !== to.clinicId) refuse('record/not-found')
  if (patient.ownerId === to.id) refuse('reassign/same-record')
  refuseUnusable(patient.row)
  refuseUnusable(to.row)
  const from = patient.ownerId === null ? null : await cards.loadOwnerCard(db, patient.ownerId)
  return { patient, from, to, revision: cards.createRevision(patient, from, to) }
}

async function planPatient(
  db: ClinicDb,
  body: RouteBody<typeof routes.reassign.movePatient>,
): Promise<Plan> {
  const { patient, from, to, revision } = await compareOwnerOfPatient(db, body)
  if (revision !== body.revision) refuse('record/changed-meanwhile')
  const studies = await cards.listStudies(db, [patient.id])
  return {
    kind: 'move-patient',
    clinicId: patient.clinicId,
    subject: `${patient.name} (${patient.patientId})`,
    target: to.name,
    patientId: patient.id,
    ownerId: to.id,
    ...(from && { otherOwnerId: from.id }),
    records: [
      {
        table: 'patient',
        id: patient.id,
        before: { ownerId: patient.ownerId },
        after: { ownerId: to.id },
      },
    ],
    affectedStudyIds: studies.map(({ id }) => id),
    movedStudyIds: [],
  }
}

export const movePatient = (
  change: ReassignContext,
  body: RouteBody<typeof routes.reassign.movePatient>,
) =>
  reassign(
    change,
    async (db) => (await compareOwnerOfPatient(db, body)).patient.clinicId,
    (db) => planPatient(db, body),
  )
