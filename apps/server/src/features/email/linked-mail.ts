import { escapeHtml } from '@talus/contract'
import type { Language } from '@talus/contract'

interface LinkedMail {
  readonly language: Language
  readonly subject: string
  readonly lines: readonly string[]
  /** The page to which the mail leads; its text is the address. */
  readonly link: string
}

/** A mail of some lines and a link, as text and as HTML, without its recipient. */
export function createLinkedMail({ language, subject, lines, link }: LinkedMail) {
  const href = escapeHtml(link)
  return {
    language,
    subject,
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
