import { z } from 'zod'

/**
 * Schemas of environment variables, and the sentences about wrong values. A message that begins with
 * "must" is completed with the name and the value.
 */
const describeRange = (min: number, max: number) => {
  if (max === Infinity) return `of at least ${min}`
  return min === 0 ? `from ${min} to ${max}` : `of at least ${min}`
}

function toNumber(kind: string, min: number, max: number) {
  const error = `must be a ${kind} ${describeRange(min, max)}`
  const number = z.coerce.number({ error }).min(min, error)
  return max === Infinity ? number : number.max(max, `must be a ${kind} of at most ${max}`)
}

export const wholeNumber = (min: number, max = Infinity) =>
  toNumber('whole number', min, max).int(`must be a whole number ${describeRange(min, max)}`)

export const anyNumber = (min: number, max = Infinity) => toNumber('number', min, max)

export const port = wholeNumber(0, 65_535)

export const zeroOrOne = z.enum(['0', '1']).transform((value) => value === '1')

export const optionalText = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .optional()

/** An address whose protocol is one of those, such as `https:`. */
export function webAddress(...protocols: readonly string[]) {
  const error = `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`
  const isFine = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  return z.string().refine(isFine, error).optional()
}

/** Values that a log must not show: they are or contain passwords. */
const isSecret = (name: string) => /PASS|KEY|TOKEN|SECRET|URL$|DSN$/u.test(name)

type Issue = z.core.$ZodIssue

/** The rule that a value breaks, for schemas without a sentence of their own. */
function describeRule(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `must have at least ${String(issue.minimum)} characters`
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must have at most ${String(issue.maximum)} characters`
  return issue.message
}

/** A line for each wrong setting. */
export function describeSettings(
  { issues }: z.core.$ZodError,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const lines = new Map<string, string>()
  for (const issue of issues) {
    const name = String(issue.path[0])
    // A number that is too small may not be whole either.
    if (lines.has(name)) continue
    const rule = describeRule(issue)
    const value = isSecret(name) ? '' : `; it is ${values[name] ?? ''}`
    lines.set(name, rule.startsWith('must') ? `${name} ${rule}${value}.` : `${name}: ${rule}.`)
  }
  return [...lines.values()].map((line) => `  ${line}`).join('\n')
}
