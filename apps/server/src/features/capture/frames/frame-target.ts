import { ClinicId, StudyId, UserId } from '@talus/contract'
import type { FrameInfo } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { AttachedSensor } from '../../devices/index.ts'
import * as frames from './frames.queries.ts'
import type { Operator, FrameSubject } from './frames.queries.ts'

export interface FrameTarget {
  readonly subject: FrameSubject
  readonly operator: Operator
}

/**
 * The target of a frame that a bridge delivers. A bridge delivers images to the clinics only that
 * have registered it, whatever it claims.
 */
export async function findTarget(
  unscopedDb: UnscopedDb,
  { clinicIds }: Pick<AttachedSensor, 'clinicIds'>,
  context: FrameInfo['context'],
): Promise<FrameTarget | undefined> {
  const target = await resolveTarget(unscopedDb, context)
  return target && clinicIds.includes(target.subject.clinicId) ? target : undefined
}

/**
 * Finds the study, patient and operator of a frame. Returns undefined if the context is missing or
 * does not match this database: then a user has to assign the frame, so that it does not end up
 * with another patient.
 */
export async function resolveTarget(
  unscopedDb: UnscopedDb,
  context: FrameInfo['context'],
): Promise<FrameTarget | undefined> {
  const studyId = StudyId.safeParse(context?.studyId).data
  const userId = UserId.safeParse(context?.userId).data
  if (!context || studyId === undefined || userId === undefined) return undefined
  const study = await frames.findStudyClinic(unscopedDb, studyId)
  if (!study) return undefined
  if (context.clinicId !== undefined && ClinicId.parse(context.clinicId) !== study.clinicId)
    return undefined
  const { studyInstanceUID = study.studyInstanceUID } = context
  if (studyInstanceUID !== study.studyInstanceUID) return undefined
  const subject = await frames.findSubject(new ClinicDb(unscopedDb, [study.clinicId]), studyId)
  const operator = await frames.findOperator(unscopedDb, userId)
  return subject && operator && { subject, operator }
}
