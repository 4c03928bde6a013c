import { refuse } from '@talus/contract'
import { explicitLittleEndian, losslessSyntaxes } from '@talus/dicom'
import { covers } from './accept.ts'
import type { Accepted } from './accept.ts'
import { isPacked } from './metadata.ts'

const octets = 'application/octet-stream'
const prefix = '1.2.840.10008.1.2.'

/** PS3.18 table 8.7.3-5: what a frame of each transfer syntax is called. */
const typeNumbers: readonly (readonly [type: string, numbers: readonly string[]])[] = [
  ['image/jpeg', ['4.50', '4.51', '4.53', '4.55', '4.57', '4.70']],
  ['image/dicom-rle', ['5']],
  ['image/jls', ['4.80', '4.81']],
  ['image/jp2', ['4.90', '4.91']],
  ['image/jpx', ['4.92', '4.93']],
  ['image/jphc', ['4.201', '4.202', '4.203']],
  ['video/mpeg', ['4.100', '4.101']],
  ['video/mp4', ['4.102', '4.103', '4.104', '4.105', '4.106', '4.107', '4.108']],
]

/** Undefined for a packing that has no name there. */
export function frameTypeOf(syntax: string): string | undefined {
  if (!isPacked(syntax)) return octets
  const number = syntax.startsWith(prefix) ? syntax.slice(prefix.length) : ''
  return typeNumbers.find(([, numbers]) => numbers.includes(number))?.[0]
}

/** In what a packing is made where its name alone is asked for (PS3.18 table 8.7.3-5). */
const made: Readonly<Record<string, string>> = {
  'image/jls': '1.2.840.10008.1.2.4.80',
  'image/jphc': '1.2.840.10008.1.2.4.201',
}

/** How a thing leaves: in this syntax, which is the one it is stored in unless it is made. */
export interface Form {
  readonly isMultipart: boolean
  /** The syntax to make; undefined is as it is stored. */
  readonly made: string | undefined
  /** The syntax it is in when it leaves. */
  readonly syntax: string
  readonly type: string
}

const isMakeable = (syntax: string) =>
  syntax === explicitLittleEndian || losslessSyntaxes.some((known) => known === syntax)

/** Plain pixels are those of explicit little-endian encoding, whatever the file around them is. */
const frameSyntaxOf = (stored: string) => (isPacked(stored) ? stored : explicitLittleEndian)

/** Which syntax a range asks for, where it does not say itself. */
function wantedSyntax(accepted: Accepted, stored: string): string | undefined {
  const { syntax, type } = accepted
  if (syntax === '*') return stored
  if (syntax !== undefined) return syntax
  if (type === octets || type === '*/*') return explicitLittleEndian
  return covers(accepted, frameTypeOf(stored) ?? '') ? stored : made[type]
}

/**
 * The form of frames that suits whoever asks best. Whoever takes any syntax gets what is stored, by its
 * own name: viewers ask for `application/octet-stream; transfer-syntax=*` and mean that.
 */
export function frameForm(
  accepted: readonly Accepted[],
  storedSyntax: string,
  count: number,
): Form {
  const stored = frameSyntaxOf(storedSyntax)
  for (const range of accepted) {
    const isMultipart = range.isMultipart ?? true
    if (!isMultipart && count > 1) continue
    const syntax = wantedSyntax(range, stored)
    const type = syntax === undefined ? undefined : frameTypeOf(syntax)
    if (syntax === undefined || type === undefined) continue
    if (!covers(range, type) && range.type !== octets) continue
    if (syntax === stored) return { isMultipart, made: undefined, syntax, type }
    if (isMakeable(syntax)) return { isMultipart, made: syntax, syntax, type }
  }
  return refuse('web/not-acceptable')
}

const dicom = 'application/dicom'

/** The form of whole files; without a word on the syntax it is the default of PS3.18 8.7.3.5. */
export function fileForm(
  accepted: readonly Accepted[],
  syntaxes: readonly string[],
): { readonly isMultipart: boolean; readonly made: string | undefined } {
  for (const range of accepted) {
    const isMultipart = range.isMultipart ?? true
    if (!covers(range, dicom) || (!isMultipart && syntaxes.length > 1)) continue
    const { syntax = explicitLittleEndian } = range
    if (syntax === '*') return { isMultipart, made: undefined }
    const canBe = (stored: string) =>
      stored === syntax || (isMakeable(syntax) && isReadable(stored))
    if (syntaxes.every(canBe)) return { isMultipart, made: syntax }
  }
  return refuse('web/not-acceptable')
}

/** What there is no decoder for stays as it is: films, and syntaxes that nobody uses any more. */
const unreadable = new Set(['4.92', '4.93', ...typeNumbers.slice(-2).flatMap(([, all]) => all)])
const isReadable = (stored: string) =>
  frameTypeOf(stored) !== undefined && !unreadable.has(stored.slice(prefix.length))

/** One of the types that an answer of JSON may have. */
export function jsonType(accepted: readonly Accepted[]): string {
  const types = ['application/dicom+json', 'application/json']
  for (const range of accepted) {
    const type = types.find((known) => range.isMultipart !== true && covers(range, known))
    if (type !== undefined) return type
  }
  return refuse('web/not-acceptable')
}
