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

/**
 * The only error class of this package. The detail names tags, sizes and positions, never a value
 * of the file: it is logged, and logs must not contain the name of an owner. /
 */
export class DicomFault extends Error {
  readonly code: DicomFaultCode
  readonly detail: string

  constructor(code: DicomFaultCode, detail: string, options?: ErrorOptions) {
    super(`${dicomFaults[code]}: ${detail}`, options)
    this.name = 'DicomFault'
    this.code = code
    this.detail = detail
  }
}
