import type { Language } from '@talus/contract'
import { escapeHtml, formatPatientName } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'

export interface ImageMailValues {
  readonly language: Language
  readonly timeZone: string
  readonly clinic: { readonly name: string; readonly phone: string; readonly address: string }
  /** The text that the user entered. */
  readonly body: string
  readonly patient?: { readonly name: string; readonly studyDate: string } | undefined
  readonly attached: number
  readonly link?:
    | {
        readonly url: string
        readonly expiresOn: string
        readonly hasPin: boolean
        readonly isOnly: boolean
      }
    | undefined
}

/** Composes an email with images: the entered text, the attachments or link, and the sender. */
export function createImageMail(values: ImageMailValues) {
  const { language, timeZone, clinic, body, patient, attached, link } = values
  const translate = getTranslator(language)
  const day = (instant: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(instant))
  const about = patient
    ? [
        translate('email:images.about', {
          patient: formatPatientName(translate, patient.name),
          date: day(patient.studyDate),
        }),
      ]
    : []
  const button = translate('email:images.button')
  const linkNotes = link
    ? [
        ...(link.isOnly ? [translate('email:images.linkOnly')] : []),
        translate('email:images.until', { date: day(link.expiresOn) }),
        ...(link.hasPin ? [translate('email:images.pin', { clinic: clinic.name })] : []),
      ]
    : []
  const attachmentNotes =
    attached > 0 ? [translate('email:images.attached', { count: attached })] : []
  const from = [
    translate('email:images.from', { clinic: clinic.name }),
    clinic.address,
    clinic.phone,
  ]
  const sender = from.filter((line) => line !== '')

  const text = [
    body,
    ...about,
    ...(link ? [`${button}\n${link.url}`] : []),
    ...linkNotes,
    ...attachmentNotes,
    sender.join('\n'),
  ]
  const paragraphs = [
    ...body
      .split(/\n{2,}/u)
      .filter((part) => part !== '')
      .map((part) => paragraph('text', 16, part)),
    ...about.map((line) => paragraph('text', 16, line)),
    ...(link ? [linkButton(link.url, button)] : []),
    ...[...linkNotes, ...attachmentNotes].map((line) => paragraph('quiet', 14, line)),
    paragraph('quiet', 14, sender.join('\n')),
  ]
  return {
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    html: page(language, paragraphs),
  }
}

const colours = { text: '#17212b', quiet: '#5b6977' } as const

function paragraph(kind: keyof typeof colours, size: number, text: string): string {
  const lines = escapeHtml(text).replaceAll(/\r?\n/gu, '<br>')
  return `<p class="${kind}" style="margin:0 0 16px;font-size:${size}px;line-height:1.5;color:${colours[kind]};overflow-wrap:anywhere">${lines}</p>`
}

const linkButton = (url: string, label: string) =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;background:#0b726b;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#5b6977;word-break:break-all"><a class="link" href="${escapeHtml(url)}" style="color:#0b726b">${escapeHtml(url)}</a></p>`

/** One column that loads nothing from outside and is readable without styles. */
const page = (language: Language, paragraphs: readonly string[]) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #0b0e11 !important; }
  .card { background: #10151a !important; border-color: #303a45 !important; }
  .text { color: #e4eaf0 !important; }
  .quiet { color: #9cabb8 !important; }
  .link { color: #5fc8bd !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f6f8fa">
<div class="canvas" style="background:#f6f8fa;padding:32px 16px;font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div class="card" style="max-width:528px;margin:0 auto;padding:32px 32px 16px;background:#ffffff;border:1px solid #e0e5eb;border-radius:8px">
${paragraphs.join('\n')}
</div>
</div>
</body>
</html>
`
