import { refuse } from '@talus/contract'
import type { OtherNumber, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexPatient, listMergedPatients, touchClinic } from '../../db/listing/index.ts'
import { forgetClaims, listAliases, listStudyClaims } from '../archive/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import {
  forgetFormerNumber,
  listFormerNumbers,
  lockClinicForRegistration,
} from '../patients/index.ts'
import * as cards from './cards.queries.ts'

/** The patient IDs, besides its own, whose images are filed under an animal. */
export async function listOtherNumbers(db: ClinicDb, id: PatientId): Promise<OtherNumber[]> {
  const patient = (await cards.findPatient(db, id)) ?? refuse('record/not-found')
  const merged = await listMergedPatients(db.unscopedDb, id)
  const former = await listFormerNumbers(db, id)
  const decided = await listAliases(db, id)
  const known = new Set(decided.map(({ claimKey }) => claimKey))
  const ofStudies = (await listStudyClaims(db, id)).filter(({ claimKey }) => !known.has(claimKey))
  const none = { name: '', studyDate: null }
  const numbers: OtherNumber[] = [
    ...former.map(({ number }) => ({ ...none, number, kind: 'former' as const })),
    ...merged.map(({ patientId }) => ({ ...none, number: patientId, kind: 'merged' as const })),
    ...decided.map(({ number, name }) => ({ ...none, number, kind: 'decided' as const, name })),
    ...ofStudies.map(({ number, name, createdOn: studyDate }) => ({
      number,
      kind: 'study' as const,
      name,
      studyDate,
    })),
  ]
  return numbers.filter(
    ({ number, kind }) => kind === 'decided' || kind === 'study' || number !== patient.patientId,
  )
}

/** Forgets a patient ID, so that the next image with it is matched as if it had never been seen. */
export function forgetNumber(
  change: ChangeContext,
  { patientId: id, number }: { readonly patientId: PatientId; readonly number: string },
): Promise<void> {
  return change.db.transaction(async (db) => {
    const { clinicId, name } = (await cards.findPatient(db, id)) ?? refuse('record/not-found')
    await lockClinicForRegistration(db, clinicId)
    const decisions = await forgetClaims(db, id, number)
    const isFormer = await forgetFormerNumber(db, id, number)
    if (decisions === 0 && !isFormer) refuse('record/not-found')
    await indexPatient(db.unscopedDb, id)
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'patient.forget-number',
        entityId: id,
        clinicId,
        subject: name,
        before: { number, decisions, isFormer },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
  })
}
