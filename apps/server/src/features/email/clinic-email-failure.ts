import { Refusal, errors } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** The text that the job table stores: the error code and the response of the mail server. */
export function formatFailure({ code, options }: Refusal): string {
  const said = options.values?.['answer'] ?? options.values?.['reason'] ?? ''
  return `${code} ${said}`.trim()
}

/** Restores the refusal from the stored text; an unknown code is an internal failure. */
export function parseFailure(
  text: string,
  server: { readonly host: string; readonly port: number; readonly email: string },
): Refusal {
  const [code = '', ...rest] = text.split(' ')
  const said = rest.join(' ')
  return isCode(code)
    ? new Refusal(code, { values: { ...server, answer: said, reason: said } })
    : new Refusal('server/failed')
}
