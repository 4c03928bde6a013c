import { createHash } from 'node:crypto'
import { imageWords } from '@talus/anatomy'
import type { Language } from '@talus/contract'
import { escapeHtml } from '../../http/html.ts'
import { wordsIn } from '../../http/words.ts'
import { style } from './shared-style.ts'
import type { OpenShare, SharedImage } from './visit.service.ts'

/** Nothing but what stands here: no script, nothing from elsewhere, in nobody's frame. */
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
  /** Of the link, without a slash at its end. */
  readonly path: string
}

const dayOf = (language: Language, timeZone: string, instant: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(instant))

/** `body` is HTML already. */
const frame = (language: Language, title: string, body: string) => `<!doctype html>
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

/** "Chest LAT", or its number where nobody wrote what it shows. */
const nameOf = (image: SharedImage, language: Language): string =>
  imageWords(image, language) || wordsIn(language)('shared:image', { number: image.position })

export function galleryPage(share: OpenShare, { language, path }: PageOptions): string {
  const words = wordsIn(language)
  const { patientName: patient, clinicName: clinic, timeZone, studyDate, expiresOn } = share
  const title = words('shared:title', { patient })
  const subtitle = words('shared:of', { clinic, date: dayOf(language, timeZone, studyDate) })
  const until = words('shared:until', { date: dayOf(language, timeZone, expiresOn) })
  const tiles = share.images.map((image) => {
    const name = escapeHtml(nameOf(image, language))
    const picture = image.hasPixels
      ? `<a href="${path}/${image.position}"><img src="${path}/preview/${image.position}.jpg" alt="${name}" loading="lazy"></a>`
      : `<p class="none">${escapeHtml(words('shared:noPicture'))}</p>`
    return `<li>${picture}<span>${name}</span></li>`
  })
  return frame(
    language,
    title,
    `<header>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(subtitle)}</p>
</header>
<nav class="actions">
<a class="button" href="${path}/jpeg.zip" download>${escapeHtml(words('shared:jpeg'))}</a>
<a class="button quiet" href="${path}/dicom.zip" download>${escapeHtml(words('shared:dicom'))}</a>
</nav>
<ul class="tiles">
${tiles.join('\n')}
</ul>
<footer>
<p>${escapeHtml(words('shared:copies'))}</p>
<p>${escapeHtml(until)}</p>
</footer>`,
  )
}

export function imagePage(
  share: OpenShare,
  image: SharedImage,
  { language, path }: PageOptions,
): string {
  const words = wordsIn(language)
  const shown = share.images.filter(({ hasPixels }) => hasPixels)
  const at = shown.indexOf(image)
  const step = (to: SharedImage | undefined, word: string, rel: string) =>
    to
      ? `<a class="button quiet" rel="${rel}" href="${path}/${to.position}">${escapeHtml(words(word))}</a>`
      : ''
  const name = escapeHtml(nameOf(image, language))
  const file = `${path}/image/${image.position}.jpg`
  return frame(
    language,
    words('shared:title', { patient: share.patientName }),
    `<nav class="steps">
<a class="button quiet" href="${path}">${escapeHtml(words('shared:back'))}</a>
${step(shown[at - 1], 'shared:previous', 'prev')}
${step(shown[at + 1], 'shared:next', 'next')}
</nav>
<h1 class="small">${name}</h1>
<a class="picture" href="${file}"><img src="${file}" alt="${name}"></a>
<footer><p><a href="${file}">${escapeHtml(words('shared:full'))}</a></p></footer>`,
  )
}

export function pinPage({
  language,
  path,
  left,
}: PageOptions & { readonly left?: number }): string {
  const words = wordsIn(language)
  const fault =
    left === undefined
      ? ''
      : `<p class="fault" id="fault" role="alert">${escapeHtml(words('shared:pin.wrong', { count: left }))}</p>`
  return frame(
    language,
    words('shared:pin.title'),
    `<form class="card" method="post" action="${path}">
<h1>${escapeHtml(words('shared:pin.title'))}</h1>
<p>${escapeHtml(words('shared:pin.text'))}</p>
<label for="pin">${escapeHtml(words('shared:pin.label'))}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]{4,8}" maxlength="8" autocomplete="off" required autofocus${left === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'}>
${fault}
<button class="button" type="submit">${escapeHtml(words('shared:pin.open'))}</button>
</form>`,
  )
}

export function noticePage(language: Language, kind: 'closed' | 'busy' | 'failed'): string {
  const words = wordsIn(language)
  const title = words(`shared:notice.${kind}`)
  return frame(
    language,
    title,
    `<div class="card">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(words(`shared:advice.${kind}`))}</p>
</div>`,
  )
}
