import { parseMediaType } from '../../http/media-type.ts'

/** A media range of an Accept header (PS3.18 8.7.4, RFC 9110 12.5.1). */
export interface AcceptedType {
  /**
   * The type of the content, within a multipart if that is requested. It may be a range such as
   * `image` with a star.
   */
  readonly type: string
  /** Undefined if the client accepts both. */
  readonly isMultipart: boolean | undefined
  /** `*` is the syntax that the instance is stored in. */
  readonly syntax: string | undefined
}

const rangesMax = 50
const commaList = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/gu

function parseRange(text: string): AcceptedType & { readonly quality: number } {
  const { type, parameters } = parseMediaType(text)
  const quality = Number(parameters.get('q') ?? 1)
  const syntax = parameters.get('transfer-syntax')
  const shared = { syntax, quality: Number.isFinite(quality) ? quality : 1 }
  if (type === 'multipart/related' || type === 'multipart/*')
    return { ...shared, isMultipart: true, type: (parameters.get('type') ?? '*/*').toLowerCase() }
  return { ...shared, isMultipart: type === '*/*' ? undefined : false, type }
}

const anything: AcceptedType = { type: '*/*', isMultipart: undefined, syntax: undefined }

/**
 * Parses the accepted types, the preferred first; the query parameter replaces a header that a
 * client cannot set.
 */
export function parseAccept(
  header: string | undefined,
  query: string | undefined,
): readonly AcceptedType[] {
  const text = query ?? header ?? ''
  const ranges = (text.match(commaList) ?? []).slice(0, rangesMax).map((part) => part.trim())
  const parsed = ranges.filter((part) => part !== '').map(parseRange)
  if (parsed.length === 0) return [anything]
  return parsed
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
}

/** Whether a range covers a media type: the type itself, all of its kind, or all types. */
export function covers({ type }: AcceptedType, mediaType: string): boolean {
  const [kind = ''] = mediaType.split('/')
  return type === mediaType || type === '*/*' || type === `${kind}/*`
}
