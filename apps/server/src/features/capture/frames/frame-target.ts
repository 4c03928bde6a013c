import { ClinicId, StudyId, UserId } from '@talus/contract'
import type { FrameInfo } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import * as frames from './frames.queries.ts'
import type { Operator, Subject } from './frames.queries.ts'

export interface FrameTarget {
  readonly subject: Subject
  readonly operator: Operator
}

/**
 * For whom a frame was taken. Undefined where nobody said it, or where what was said leads nowhere in
 * this database: then somebody has to say it, rather than that it lands in another animal's file.
 */
export async function targetOf(
  unscopedDb: UnscopedDb,
  context: FrameInfo['context'],
): Promise<FrameTarget | undefined> {
  const studyId = StudyId.safeParse(context?.studyId).data
  const userId = UserId.safeParse(context?.userId).data
  if (!context || studyId === undefined || userId === undefined) return undefined
  const study = await frames.findClinicOf(unscopedDb, studyId)
  if (!study) return undefined
  if (context.clinicId !== undefined && ClinicId.parse(context.clinicId) !== study.clinicId)
    return undefined
  const { studyInstanceUID = study.studyInstanceUID } = context
  if (studyInstanceUID !== study.studyInstanceUID) return undefined
  const subject = await frames.findSubject(new ClinicDb(unscopedDb, [study.clinicId]), studyId)
  const operator = await frames.findOperator(unscopedDb, userId)
  return subject && operator && { subject, operator }
}
