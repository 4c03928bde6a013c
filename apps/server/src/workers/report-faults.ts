import { defineErrorCodec } from './protocol.ts'

const reportFaults = {
  'not-picture': 'The bytes are no PNG or JPEG that can be read',
  'too-full': 'The text of a page is higher than the page',
} as const
export type ReportFaultCode = keyof typeof reportFaults

/** A fault of the content that a user sent, not of the worker. */
export class ReportFault extends Error {
  readonly code: ReportFaultCode
  /** The page from 1, if one is at fault. */
  readonly page: number | undefined

  constructor(
    code: ReportFaultCode,
    { page, ...options }: ErrorOptions & { readonly page?: number } = {},
  ) {
    super(reportFaults[code], options)
    this.name = 'ReportFault'
    this.code = code
    this.page = page
  }
}

export const reportFaultCodec = defineErrorCodec({
  pack: (error) =>
    error instanceof ReportFault ? { code: error.code, page: error.page } : undefined,
  unpack: ({ code, page }) => new ReportFault(code, page === undefined ? {} : { page }),
})
