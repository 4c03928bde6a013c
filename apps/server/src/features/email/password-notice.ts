import { escapeHtml } from '@talus/contract'
import type { Language } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'
import type { EmailMessage } from './email-message.ts'

export interface PasswordNoticeValues {
  readonly language: Language
  readonly name: string
  /** The page on which the user gets a reset link if somebody else has changed the password. */
  readonly link: string
  readonly minutes: number
}

/** Tells a user that their password was changed, without its recipient. */
export function createPasswordNotice(values: PasswordNoticeValues): Omit<EmailMessage, 'to'> {
  const { language, name, link } = values
  const translate = getTranslator(language)
  const lines = [
    translate('email:reset.hello', { name }),
    translate('email:passwordChanged.text'),
    translate('email:passwordChanged.notYou'),
  ]
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  const href = escapeHtml(link)
  return {
    language,
    subject: translate('email:passwordChanged.subject'),
    text: `${[...lines, link].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;padding:24px;font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
${paragraphs}
<p><a href="${href}">${href}</a></p>
</body>
</html>
`,
  }
}
