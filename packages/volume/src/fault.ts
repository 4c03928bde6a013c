/** The message of every fault code. Programs compare the codes. */
export const volumeFaults = {
  'damaged-slice': 'The packed slice is damaged or cut short',
  'damaged-stream': 'The stream of slices is damaged or cut short',
  'too-large': 'The slice or volume is larger than the memory that can be used',
} as const

export type VolumeFaultCode = keyof typeof volumeFaults

/** The only error class of this package. */
export class VolumeFault extends Error {
  readonly code: VolumeFaultCode

  constructor(code: VolumeFaultCode, detail: string, options?: ErrorOptions) {
    super(`${volumeFaults[code]}: ${detail}`, options)
    this.name = 'VolumeFault'
    this.code = code
  }
}
