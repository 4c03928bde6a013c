import { Refusal, errors } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** What the job table keeps of a verdict: its code, and what the server said. */
export function failureText({ code, options }: Refusal): string {
  const said = options.values?.['answer'] ?? options.values?.['reason'] ?? ''
  return `${code} ${said}`.trim()
}

/** The verdict again, to be told to whoever asks; what was not foreseen is a failure of ours. */
export function failureFrom(
  text: string,
  place: { readonly host: string; readonly port: number; readonly email: string },
): Refusal {
  const [code = '', ...rest] = text.split(' ')
  const said = rest.join(' ')
  return isCode(code)
    ? new Refusal(code, { values: { ...place, answer: said, reason: said } })
    : new Refusal('server/failed')
}
