import { caseStatus, formatCaseNumber } from '@talus/contract'
import type { AuditAction, CaseAction, CaseStatus } from '@talus/contract'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import type { StoredCase } from '../stored/case-state.queries.ts'
import { findUserName } from '../stored/case-state.queries.ts'

/** Unfinished texts are not recorded: they are for their author alone. */
const auditActions: Readonly<Record<Exclude<CaseAction, 'saveFindings'>, AuditAction>> = {
  save: 'case.save',
  submit: 'case.submit',
  take: 'case.take',
  assign: 'case.assign',
  release: 'case.release',
  requestMore: 'case.request-more',
  answer: 'case.answer',
  finalize: 'case.finalize',
  addendum: 'case.addendum',
  cancel: 'case.cancel',
  delete: 'case.delete',
  reopen: 'case.reopen',
  writeMessage: 'case.write-message',
  addImages: 'case.add-images',
  addFiles: 'case.add-files',
  removeFile: 'case.remove-file',
  reportCritical: 'case.report-critical',
  acknowledge: 'case.acknowledge',
  rateImage: 'case.rate-image',
  markAsTest: 'case.mark-as-test',
}

/** Actions whose note is a reason or the name of a file, and no text about the patient. */
const notedActions: readonly CaseAction[] = [
  'release',
  'finalize',
  'addendum',
  'cancel',
  'reopen',
  'addFiles',
  'removeFile',
  'rateImage',
]

const statusNames = new Map<CaseStatus, string>(
  Object.entries(caseStatus).map(([name, status]) => [status, name]),
)

interface AuditedStep {
  readonly action: CaseAction
  readonly before: StoredCase | null
  readonly after: StoredCase
  readonly note: string
}

/** Adds a step of a case to the audit trail of its clinic, in the transaction of the step. */
export async function auditCaseStep(
  context: ChangeContext,
  { action, before, after, note }: AuditedStep,
): Promise<void> {
  if (action === 'saveFindings') return
  const isGiven = before?.radiologistId !== after.radiologistId
  const radiologist = isGiven
    ? await findUserName(context.db.unscopedDb, after.radiologistId)
    : undefined
  const isMoved = before?.status !== after.status
  await recordAuditEvent(context, {
    action: auditActions[action],
    entityId: after.id,
    subject: formatCaseNumber(after.id),
    clinicId: after.clinicId,
    names: [after.patientName],
    ...(before && isMoved && { before: { status: statusNames.get(before.status) } }),
    after: {
      patientName: after.patientName,
      ...(isMoved && { status: statusNames.get(after.status) }),
      ...(radiologist && { radiologist }),
      ...(action === 'markAsTest' && { isTest: after.isTest }),
      ...(note !== '' && notedActions.includes(action) && { note }),
    },
  })
}
