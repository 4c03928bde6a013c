import type { Language } from '@talus/contract'
import { escapeHtml } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'
import type { EmailMessage } from './email-message.ts'

export interface ResetMailValues {
  readonly language: Language
  readonly name: string
  /** Empty for users without a clinic. */
  readonly clinic: string
  readonly minutes: number
  readonly link: string
}

/** The password reset mail, without its recipient. */
export function createResetMail(values: ResetMailValues): Omit<EmailMessage, 'to'> {
  const { language, name, minutes } = values
  const translate = getTranslator(language)
  const link = new URL(values.link)
  const clinic = values.clinic === '' ? link.host : values.clinic
  const subject = translate('email:reset.subject')
  const hello = translate('email:reset.hello', { name })
  const reason = translate('email:reset.text', { clinic })
  const button = translate('email:reset.button')
  const expires = translate('email:reset.expires', { minutes })
  const ignore = translate('email:reset.ignore')
  return {
    language,
    subject,
    text: [hello, reason, `${button}\n${link.href}`, `${expires}\n${ignore}`].join('\n\n') + '\n',
    html: renderHtml({
      language,
      subject,
      hello,
      reason,
      button,
      link: link.href,
      expires,
      ignore,
    }),
    usefulForMinutes: minutes,
  }
}

const textNames = [
  'language',
  'subject',
  'hello',
  'reason',
  'button',
  'link',
  'expires',
  'ignore',
] as const
type MailTexts = Readonly<Record<(typeof textNames)[number], string>>

/**
 * One column without tables and external resources, readable also without styles. The colours are
 * those of the product; the style sheet only adds a dark scheme.
 */
function renderHtml(unsafe: MailTexts): string {
  const { language, subject, hello, reason, button, link, expires, ignore } = escapeAll(unsafe)
  const font = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #0b0e11 !important; }
  .card { background: #10151a !important; border-color: #303a45 !important; }
  .text { color: #e4eaf0 !important; }
  .quiet { color: #9cabb8 !important; }
  .mark, .link { color: #5fc8bd !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f6f8fa">
<div class="canvas" role="article" lang="${language}" aria-label="${subject}" style="background:#f6f8fa;padding:32px 16px;${font}">
<div class="card" style="max-width:528px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e0e5eb;border-radius:8px">
<p class="mark" style="margin:0 0 24px;font-size:20px;line-height:24px;font-weight:700;color:#0b726b">Talus</p>
<p class="text" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#17212b">${hello}</p>
<p class="text" style="margin:0 0 24px;font-size:16px;line-height:24px;color:#17212b">${reason}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#0b726b;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${button}</a></p>
<p class="quiet" style="margin:0 0 24px;font-size:14px;line-height:20px;color:#5b6977;word-break:break-all"><a class="link" href="${link}" style="color:#0b726b">${link}</a></p>
<p class="quiet" style="margin:0 0 8px;font-size:14px;line-height:20px;color:#5b6977">${expires}</p>
<p class="quiet" style="margin:0;font-size:14px;line-height:20px;color:#5b6977">${ignore}</p>
</div>
</div>
</body>
</html>
`
}

function escapeAll(unsafe: MailTexts): MailTexts {
  const safe: Record<keyof MailTexts, string> = { ...unsafe }
  for (const name of textNames) safe[name] = escapeHtml(unsafe[name])
  return safe
}
