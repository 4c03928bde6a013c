import { refuse } from '@talus/contract'
import { explicitLittleEndian, isNativeSyntax, losslessSyntaxes } from '@talus/dicom'
import { covers } from './accept.ts'
import type { AcceptedType } from './accept.ts'

const octets = 'application/octet-stream'
const prefix = '1.2.840.10008.1.2.'

/** PS3.18 table 8.7.3-5: the media type of a frame of each transfer syntax. */
const frameTypes: readonly (readonly [type: string, numbers: readonly string[]])[] = [
  ['image/jpeg', ['4.50', '4.51', '4.53', '4.55', '4.57', '4.70']],
  ['image/dicom-rle', ['5']],
  ['image/jls', ['4.80', '4.81']],
  ['image/jp2', ['4.90', '4.91']],
  ['image/jpx', ['4.92', '4.93']],
  ['image/jphc', ['4.201', '4.202', '4.203']],
  ['video/mpeg', ['4.100', '4.101']],
  ['video/mp4', ['4.102', '4.103', '4.104', '4.105', '4.106', '4.107', '4.108']],
]

/** Undefined for a transfer syntax without a media type in that table. */
export function getFrameType(syntax: string): string | undefined {
  if (isNativeSyntax(syntax)) return octets
  const number = syntax.startsWith(prefix) ? syntax.slice(prefix.length) : ''
  return frameTypes.find(([, numbers]) => numbers.includes(number))?.[0]
}

/** The syntax to encode to if only the media type is requested (PS3.18 table 8.7.3-5). */
const defaultSyntaxes: Readonly<Record<string, string>> = {
  'image/jls': '1.2.840.10008.1.2.4.80',
  'image/jphc': '1.2.840.10008.1.2.4.201',
}

/** The form of a response: its syntax is the stored one unless it is converted. */
export interface FrameForm {
  readonly isMultipart: boolean
  /** The syntax to convert to; undefined sends it as it is stored. */
  readonly targetSyntax: string | undefined
  /** The syntax of the response. */
  readonly syntax: string
  readonly type: string
}

const isEncodable = (syntax: string) =>
  syntax === explicitLittleEndian || losslessSyntaxes.some((known) => known === syntax)

/** Native pixel data are sent as explicit VR little endian, whatever the syntax of the file. */
const toFrameSyntax = (stored: string) => (isNativeSyntax(stored) ? explicitLittleEndian : stored)

/** Chooses the syntax of a range, also if the range does not name one. */
function chooseSyntax(accepted: AcceptedType, stored: string): string | undefined {
  const { syntax, type } = accepted
  if (syntax === '*') return stored
  if (syntax !== undefined) return syntax
  if (type === octets || type === '*/*') return explicitLittleEndian
  return covers(accepted, getFrameType(stored) ?? '') ? stored : defaultSyntaxes[type]
}

/**
 * Chooses the form of frames that suits the client best. A client that accepts any syntax gets the
 * stored one under its own media type: viewers request `application/octet-stream;
 * transfer-syntax=*` and mean that.
 */
export function chooseFrameForm(
  accepted: readonly AcceptedType[],
  storedSyntax: string,
  count: number,
): FrameForm {
  const stored = toFrameSyntax(storedSyntax)
  for (const range of accepted) {
    const isMultipart = range.isMultipart ?? true
    if (!isMultipart && count > 1) continue
    const syntax = chooseSyntax(range, stored)
    const type = syntax === undefined ? undefined : getFrameType(syntax)
    if (syntax === undefined || type === undefined) continue
    if (!covers(range, type) && range.type !== octets) continue
    if (syntax === stored) return { isMultipart, targetSyntax: undefined, syntax, type }
    if (isEncodable(syntax)) return { isMultipart, targetSyntax: syntax, syntax, type }
  }
  return refuse('web/not-acceptable')
}

const dicom = 'application/dicom'

export interface FileForm {
  readonly isMultipart: boolean
  /** The syntax to convert to; undefined sends files as they are stored. */
  readonly targetSyntax: string | undefined
}

/**
 * Chooses the form of whole files; without a requested syntax it is the default of PS3.18 8.7.3.5.
 */
export function chooseFileForm(
  accepted: readonly AcceptedType[],
  syntaxes: readonly string[],
): FileForm {
  for (const range of accepted) {
    const isMultipart = range.isMultipart ?? true
    if (!covers(range, dicom) || (!isMultipart && syntaxes.length > 1)) continue
    const { syntax = explicitLittleEndian } = range
    if (syntax === '*') return { isMultipart, targetSyntax: undefined }
    const canConvert = (stored: string) =>
      stored === syntax || (isEncodable(syntax) && isDecodable(stored))
    if (syntaxes.every(canConvert)) return { isMultipart, targetSyntax: syntax }
  }
  return refuse('web/not-acceptable')
}

/** Whether the client takes a file as it is stored in the chosen form. */
export const acceptsStoredFile = (
  accepted: readonly AcceptedType[],
  { isMultipart }: FileForm,
  stored: string,
): boolean =>
  accepted.some(
    (range) =>
      covers(range, dicom) &&
      (range.isMultipart ?? isMultipart) === isMultipart &&
      (range.syntax === '*' || range.syntax === stored),
  )

/** Syntaxes without a decoder are sent as they are: video, and syntaxes that are obsolete. */
const undecodable = new Set(['4.92', '4.93', ...frameTypes.slice(-2).flatMap(([, all]) => all)])
const isDecodable = (stored: string) =>
  getFrameType(stored) !== undefined && !undecodable.has(stored.slice(prefix.length))

/** Chooses the media type of a JSON response. */
export function chooseJsonType(accepted: readonly AcceptedType[]): string {
  const types = ['application/dicom+json', 'application/json']
  for (const range of accepted) {
    const type = types.find((known) => range.isMultipart !== true && covers(range, known))
    if (type !== undefined) return type
  }
  return refuse('web/not-acceptable')
}
