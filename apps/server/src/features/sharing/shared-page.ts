import { createHash } from 'node:crypto'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Language } from '@talus/contract'
import { escapeHtml, formatPatientName } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'
import { findReportPdf } from '../images/index.ts'
import { style } from './shared-style.ts'
import type { OpenShare, SharedImage } from './visit.service.ts'

/** Allows the content of this page only: no script, no external resource, no framing. */
export const pagePolicy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageOptions {
  readonly language: Language
  /** The path of the link, without a trailing slash. */
  readonly path: string
}

const formatDay = (language: Language, timeZone: string, instant: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(instant))

/** `body` is HTML already. */
const renderPage = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

/** "Chest LAT", or its number if there is no annotation. */
const formatImageName = (image: SharedImage, language: Language): string =>
  formatImageAnatomy(image, language) ||
  getTranslator(language)('shared:image', { number: image.position })

export function renderGalleryPage(share: OpenShare, { language, path }: PageOptions): string {
  const translate = getTranslator(language)
  const { clinicName: clinic, timeZone, studyDate, expiresOn } = share
  const patient = formatPatientName(translate, share.patientName)
  const title = translate('shared:title', { patient })
  const subtitle = translate('shared:of', {
    clinic,
    date: formatDay(language, timeZone, studyDate),
  })
  const until = translate('shared:until', { date: formatDay(language, timeZone, expiresOn) })
  const tiles = share.images.map((image) => {
    const name = escapeHtml(formatImageName(image, language))
    const pdf = findReportPdf(image)
    if (pdf) {
      const label = escapeHtml(translate('shared:report'))
      const file = escapeHtml(pdf.fileName)
      return `<li><a href="${path}/report/${image.position}.pdf" download>${label}</a><span>${file}</span></li>`
    }
    const preview = image.hasPixels
      ? `<a href="${path}/${image.position}"><img src="${path}/preview/${image.position}.jpg" alt="${name}" loading="lazy"></a>`
      : `<p class="none">${escapeHtml(translate('shared:noPicture'))}</p>`
    return `<li>${preview}<span>${name}</span></li>`
  })
  return renderPage(
    language,
    title,
    `<header>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(subtitle)}</p>
</header>
<nav class="actions">
<a class="button" href="${path}/jpeg.zip" download>${escapeHtml(translate('shared:jpeg'))}</a>
<a class="button quiet" href="${path}/dicom.zip" download>${escapeHtml(translate('shared:dicom'))}</a>
</nav>
<ul class="tiles">
${tiles.join('\n')}
</ul>
<footer>
<p>${escapeHtml(translate('shared:copies'))}</p>
<p>${escapeHtml(until)}</p>
</footer>`,
  )
}

export function renderImagePage(
  share: OpenShare,
  image: SharedImage,
  { language, path }: PageOptions,
): string {
  const translate = getTranslator(language)
  const shown = share.images.filter(({ hasPixels }) => hasPixels)
  const at = shown.indexOf(image)
  const step = (to: SharedImage | undefined, word: string, rel: string) =>
    to
      ? `<a class="button quiet" rel="${rel}" href="${path}/${to.position}">${escapeHtml(translate(word))}</a>`
      : ''
  const name = escapeHtml(formatImageName(image, language))
  const file = `${path}/image/${image.position}.jpg`
  return renderPage(
    language,
    translate('shared:title', { patient: formatPatientName(translate, share.patientName) }),
    `<nav class="steps">
<a class="button quiet" href="${path}">${escapeHtml(translate('shared:back'))}</a>
${step(shown[at - 1], 'shared:previous', 'prev')}
${step(shown[at + 1], 'shared:next', 'next')}
</nav>
<h1 class="small">${name}</h1>
<a class="picture" href="${file}"><img src="${file}" alt="${name}"></a>
<footer><p><a href="${file}">${escapeHtml(translate('shared:full'))}</a></p></footer>`,
  )
}

export function renderPinPage({
  language,
  path,
  left,
}: PageOptions & { readonly left?: number }): string {
  const translate = getTranslator(language)
  const fault =
    left === undefined
      ? ''
      : `<p class="fault" id="fault" role="alert">${escapeHtml(translate('shared:pin.wrong', { count: left }))}</p>`
  return renderPage(
    language,
    translate('shared:pin.title'),
    `<form class="card" method="post" action="${path}">
<h1>${escapeHtml(translate('shared:pin.title'))}</h1>
<p>${escapeHtml(translate('shared:pin.text'))}</p>
<label for="pin">${escapeHtml(translate('shared:pin.label'))}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]{4,8}" maxlength="8" autocomplete="off" required autofocus${left === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'}>
${fault}
<button class="button" type="submit">${escapeHtml(translate('shared:pin.open'))}</button>
</form>`,
  )
}

export function renderNoticePage(language: Language, kind: 'closed' | 'busy' | 'failed'): string {
  const translate = getTranslator(language)
  const title = translate(`shared:notice.${kind}`)
  return renderPage(
    language,
    title,
    `<div class="card">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(translate(`shared:advice.${kind}`))}</p>
</div>`,
  )
}
