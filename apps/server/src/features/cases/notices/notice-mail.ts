import { formatCaseNumber } from '@talus/contract'
import type { CaseId, CaseNoticeKind, Language } from '@talus/contract'
import { getTranslator } from '../../../http/translations.ts'
import { createLinkedMail } from '../../email/index.ts'

interface MailValues {
  readonly language: Language
  readonly kind: CaseNoticeKind
  readonly radCase: { readonly id: CaseId; readonly patientName: string }
  readonly actorName: string
  readonly radiologistName: string
  readonly publicUrl: string
}

/**
 * The mail of a notice, without its recipient: what happened to which case, and a link that needs a
 * sign-in. It has no images, no texts of the case and nothing about the owner.
 */
export function createNoticeMail(values: MailValues) {
  const { language, kind, radCase, publicUrl } = values
  const translate = getTranslator(language)
  const number = formatCaseNumber(radCase.id)
  const names = {
    number,
    patient: radCase.patientName,
    actor: values.actorName,
    radiologist: values.radiologistName,
  }
  // The reader has lost the case and cannot open it.
  const isLost = kind === 'reassigned'
  const link = new URL(isLost ? 'cases' : `editcases/${radCase.id}`, publicUrl).href
  const signIn = translate(isLost ? 'email:case.signInToCases' : 'email:case.signIn')
  const lines = [translate(`email:case.${kind}`, names), signIn]
  return createLinkedMail({
    language,
    subject: translate('email:case.subject', names),
    lines,
    link,
  })
}
