import { limits } from './limits.ts'

/** The message of every fault code. Programs compare the codes; users read the messages. */
export const dicomFaults = {
  'not-dicom': 'This is not a DICOM file',
  damaged: 'The file is damaged or cut short',
  'needs-more': 'More of the file is needed than was given',
  'too-large': 'The file declares more than can be read safely',
  'no-picture': 'The file holds no picture',
  'no-such-frame': 'The file does not hold this frame',
  'bad-picture': 'The description of the picture in the file makes no sense',
  'damaged-picture': 'The picture in the file is damaged or cut short',
  unsupported: 'The picture is stored in a way that cannot be shown',
} as const

export type DicomFaultCode = keyof typeof dicomFaults

/** The limit that a file exceeds, so that it can be stated in the language of the user. */
export interface ExceededLimit {
  readonly name: keyof typeof limits
  readonly most: number
}

/**
 * The only error class of this package. The detail names tags, sizes and positions, never a value
 * of the file: it is logged, and logs must not contain the name of an owner. /
 */
export class DicomFault extends Error {
  readonly code: DicomFaultCode
  readonly detail: string
  /** Set if the file exceeds one of the `limits`. */
  readonly limit: ExceededLimit | undefined

  constructor(
    code: DicomFaultCode,
    detail: string,
    { limit, ...options }: ErrorOptions & { readonly limit?: ExceededLimit | undefined } = {},
  ) {
    super(`${dicomFaults[code]}: ${detail}`, options)
    this.name = 'DicomFault'
    this.code = code
    this.detail = detail
    this.limit = limit
  }
}

/** The fault of a file that exceeds a limit. */
export const createLimitFault = (
  name: ExceededLimit['name'],
  detail: string,
  most: number = limits[name],
): DicomFault => new DicomFault('too-large', detail, { limit: { name, most } })
