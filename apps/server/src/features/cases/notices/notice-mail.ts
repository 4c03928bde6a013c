import { formatCaseNumber, formatPatientName, isThreadNotice } from '@talus/contract'
import type { CaseNoticeKind, Language } from '@talus/contract'
import { getTranslator } from '../../../http/translations.ts'
import { createLinkedMail } from '../../email/index.ts'
import type { StoredCase } from '../stored/case-state.queries.ts'

interface MailValues {
  readonly language: Language
  readonly kind: CaseNoticeKind
  readonly radCase: Pick<StoredCase, 'id' | 'patientName' | 'priority'>
  /** Set for radiologists, who read cases of many clinics. */
  readonly clinicName: string | undefined
  readonly actorName: string
  readonly radiologistName: string
  readonly publicUrl: string
}

/**
 * The mail of a notice, without its recipient: what happened to which case, and a link that needs a
 * sign-in. It has no images, no texts of the case and nothing about the owner. The subject begins
 * with the event, so that a critical finding is not taken for one more mail about a case.
 */
export function createNoticeMail(values: MailValues) {
  const { language, kind, radCase, clinicName, publicUrl } = values
  const translate = getTranslator(language)
  const number = formatCaseNumber(radCase.id)
  const names = {
    number,
    // The words of the bell.
    kind: translate(`caseNotices:name.${kind}`),
    priority: translate(`cases:priority.${radCase.priority}`),
    clinic: clinicName ?? '',
    patient: formatPatientName(translate, radCase.patientName),
    actor: values.actorName,
    radiologist: values.radiologistName,
  }
  // The reader has lost the case and cannot open it.
  const isLost = kind === 'reassigned'
  const page = `editcases/${radCase.id}${isThreadNotice(kind) ? '#messages' : ''}`
  const link = new URL(isLost ? 'cases' : page, publicUrl).href
  const signIn = translate(isLost ? 'email:case.signInToCases' : 'email:case.signIn')
  const clinicLines = clinicName === undefined ? [] : [translate('email:case.clinic', names)]
  const lines = [translate(`email:case.${kind}`, names), ...clinicLines, signIn]
  return createLinkedMail({
    language,
    subject: translate(
      clinicName === undefined ? 'email:case.subject' : 'email:case.subjectWithClinic',
      names,
    ),
    lines,
    link,
  })
}
