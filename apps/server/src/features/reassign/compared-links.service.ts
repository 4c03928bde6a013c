import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { countOpenLinks, isOtherOwner } from '../patients/index.ts'
import * as cards from './cards.queries.ts'
import { comparePatients } from './merge-patients.service.ts'
import { compareOwnerOfPatient, compareStudy } from './move.service.ts'

async function countLinksOfPatient(db: ClinicDb, id: PatientId, now: Date): Promise<number> {
  const studies = await cards.listStudies(db, [id])
  return countOpenLinks(
    db,
    studies.map((study) => study.id),
    now,
  )
}

/** The comparison before a move, with the number of share links that the move revokes. */
export async function compareStudyAndLinks(
  db: ClinicDb,
  query: { readonly studyId: StudyId; readonly patientId: PatientId },
  now: Date,
) {
  const compared = await compareStudy(db, query)
  const { from, to, study } = compared
  const isOther = isOtherOwner(
    { patientId: from.id, ownerId: from.ownerId },
    { patientId: to.id, ownerId: to.ownerId },
  )
  const links = isOther ? await countOpenLinks(db, [study.id], now) : 0
  return { ...compared, links }
}

export async function compareOwnerAndLinks(
  db: ClinicDb,
  query: { readonly patientId: PatientId; readonly ownerId: OwnerId },
  now: Date,
) {
  const compared = await compareOwnerOfPatient(db, query)
  const { patient } = compared
  const links = patient.ownerId === null ? 0 : await countLinksOfPatient(db, patient.id, now)
  return { ...compared, links }
}

/** Which links a merge revokes depends on the owner that the user chooses. */
export async function comparePatientsAndLinks(
  db: ClinicDb,
  query: { readonly keepId: PatientId; readonly mergeId: PatientId },
  now: Date,
) {
  const compared = await comparePatients(db, query)
  return {
    ...compared,
    keepLinks: await countLinksOfPatient(db, query.keepId, now),
    mergeLinks: await countLinksOfPatient(db, query.mergeId, now),
  }
}
