import { refuse } from '@talus/contract'
import type { PatientPosition, PositionCorrection, StudyId } from '@talus/contract'
import { lockClinic, touchClinic } from '../../../db/listing/index.ts'
import { findStudySubject, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findStudy } from '../stacks.queries.ts'
import * as queries from './position.queries.ts'

/**
 * Records how the animal really lay in the scanner; null removes the correction. The files stay as
 * they are, and the trail has every position that was ever set.
 */
export const correctPosition = (
  context: ChangeContext,
  studyId: StudyId,
  actual: PatientPosition | null,
): Promise<PositionCorrection | null> =>
  context.db.transaction(async (db) => {
    const { actor, clock } = context
    const study = (await findStudy(db, studyId)) ?? refuse('record/not-found')
    const { clinicId } = study
    // If two users correct it at the same time, the later one wins; both changes are recorded.
    await lockClinic(db.unscopedDb, clinicId)
    const before = await queries.findCorrection(db, studyId)
    if ((before?.actual ?? null) === actual) return before
    await queries.removeCorrection(db, studyId)
    const correctedOn = clock().toISOString()
    const correctedBy = (await queries.findUserName(db, actor.id)) || actor.username
    if (actual !== null)
      await queries.insertCorrection(db, {
        studyId,
        clinicId,
        actual,
        userId: actor.id,
        correctedBy,
        correctedOn,
      })
    const subject = await findStudySubject(db, studyId)
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'study.correct-position',
        entityId: studyId,
        clinicId,
        subject: study.studyInstanceUID,
        ...(subject && { names: [subject.patientName, subject.patientId] }),
        before: { patientPosition: before?.actual ?? null },
        after: { patientPosition: actual },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return queries.findCorrection(db, studyId)
  })
