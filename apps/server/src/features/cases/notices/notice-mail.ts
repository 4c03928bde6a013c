import { escapeHtml, formatCaseNumber } from '@talus/contract'
import type { CaseId, CaseNoticeKind, Language } from '@talus/contract'
import { getTranslator } from '../../../http/translations.ts'

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
  const href = escapeHtml(link)
  return {
    language,
    subject: translate('email:case.subject', names),
    text: `${[...lines, link].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;padding:24px;font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${href}">${href}</a></p>
</body>
</html>
`,
  }
}
