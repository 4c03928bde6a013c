import type { Language } from '@talus/contract'
import { escapeHtml } from '../../http/html.ts'
import { wordsIn } from '../../http/words.ts'
import type { EmailMessage } from './email-message.ts'

export interface ResetMailValues {
  readonly language: Language
  readonly name: string
  /** Empty for those who belong to none. */
  readonly clinic: string
  readonly minutes: number
  readonly link: string
}

/** The mail with the link to a new password, but for whom it goes to. */
export function resetMail(values: ResetMailValues): Omit<EmailMessage, 'to'> {
  const { language, name, minutes } = values
  const words = wordsIn(language)
  const link = new URL(values.link)
  const clinic = values.clinic === '' ? link.host : values.clinic
  const subject = words('email:reset.subject')
  const hello = words('email:reset.hello', { name })
  const reason = words('email:reset.text', { clinic })
  const button = words('email:reset.button')
  const expires = words('email:reset.expires', { minutes })
  const ignore = words('email:reset.ignore')
  return {
    language,
    subject,
    text: [hello, reason, `${button}\n${link.href}`, `${expires}\n${ignore}`].join('\n\n') + '\n',
    html: page({ language, subject, hello, reason, button, link: link.href, expires, ignore }),
    usefulForMinutes: minutes,
  }
}

const wordNames = [
  'language',
  'subject',
  'hello',
  'reason',
  'button',
  'link',
  'expires',
  'ignore',
] as const
type Words = Readonly<Record<(typeof wordNames)[number], string>>

/**
 * One column that needs no tables, nothing from outside, and reads well where styles are dropped.
 * Colours are those of the product; the style sheet only adds a dark scheme.
 */
function page(unsafe: Words): string {
  const { language, subject, hello, reason, button, link, expires, ignore } = escapedAll(unsafe)
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

function escapedAll(unsafe: Words): Words {
  const safe: Record<keyof Words, string> = { ...unsafe }
  for (const name of wordNames) safe[name] = escapeHtml(unsafe[name])
  return safe
}
