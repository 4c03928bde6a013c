/** One of the forms in which an answer is welcome (PS3.18 8.7.4, RFC 9110 12.5.1). */
export interface Accepted {
  /** Of the content, within a multipart where that is asked for. It may be a range such as `image` with a star. */
  readonly type: string
  /** Undefined where whoever asks does not mind. */
  readonly isMultipart: boolean | undefined
  /** `*` is whatever it is stored in. */
  readonly syntax: string | undefined
}

const rangesMax = 50
const commaList = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/gu
const semicolonList = /(?:[^;"]|"(?:[^"\\]|\\.)*")+/gu

const unquoted = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : text

/** The parameters of a media type, their names in lower case. */
export function mediaTypeOf(text: string) {
  const [type = '', ...rest] = (text.match(semicolonList) ?? []).map((part) => part.trim())
  const parameters = new Map<string, string>()
  for (const parameter of rest) {
    const at = parameter.indexOf('=')
    if (at <= 0) continue
    const name = parameter.slice(0, at).trim().toLowerCase()
    if (!parameters.has(name)) parameters.set(name, unquoted(parameter.slice(at + 1).trim()))
  }
  return { type: type.toLowerCase(), parameters }
}

function rangeOf(text: string): Accepted & { readonly quality: number } {
  const { type, parameters } = mediaTypeOf(text)
  const quality = Number(parameters.get('q') ?? 1)
  const syntax = parameters.get('transfer-syntax')
  const shared = { syntax, quality: Number.isFinite(quality) ? quality : 1 }
  if (type === 'multipart/related' || type === 'multipart/*')
    return { ...shared, isMultipart: true, type: (parameters.get('type') ?? '*/*').toLowerCase() }
  return { ...shared, isMultipart: type === '*/*' ? undefined : false, type }
}

const anything: Accepted = { type: '*/*', isMultipart: undefined, syntax: undefined }

/** What is welcome, the most welcome first; the query may say so where a header cannot be set. */
export function acceptedOf(
  header: string | undefined,
  query: string | undefined,
): readonly Accepted[] {
  const text = query ?? header ?? ''
  const ranges = (text.match(commaList) ?? []).slice(0, rangesMax).map((part) => part.trim())
  const wanted = ranges.filter((part) => part !== '').map(rangeOf)
  if (wanted.length === 0) return [anything]
  return wanted
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
}

/** Whether a range covers a media type: itself, all of its kind, or all there is. */
export function covers({ type }: Accepted, mediaType: string): boolean {
  const [kind = ''] = mediaType.split('/')
  return type === mediaType || type === '*/*' || type === `${kind}/*`
}
