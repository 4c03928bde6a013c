import { limits, refuse, requiredText } from '@talus/contract'
import type { FieldFault } from '@talus/contract'
import { InvalidRequestError } from './error-reply.ts'

interface FormDisposition {
  /** The name of the field. */
  readonly name: string
  /** Undefined for a text field; empty if the user has chosen no file. */
  readonly fileName: string | undefined
}

const parameterPattern = /;\s*([a-z*]+)=(?:"((?:\\"|[^"])*)"|([^;"\s]*))\s*/giuy

/** Browsers escape quotes and line ends as %22, %0D and %0A (HTML 4.10.22.8), curl as \". */
const unescape = (text: string) =>
  text
    .replaceAll('\\"', '"')
    .replaceAll(/%(22|0D|0A)/giu, (_match, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )

/** Parses the Content-Disposition of a part of a form (RFC 7578 4.2). */
export function parseFormDisposition(header: string | undefined): FormDisposition {
  const kind = /^form-data\s*/iu.exec(header ?? '')?.[0]
  if (header === undefined || kind === undefined) return refuse('request/malformed')
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, bare] of header.slice(kind.length).matchAll(parameterPattern)) {
    const lower = key.toLowerCase()
    if (parameters.has(lower)) refuse('request/malformed')
    parameters.set(lower, unescape(quoted ?? bare ?? ''))
  }
  const name = parameters.get('name') ?? refuse('request/malformed')
  return { name, fileName: parameters.get('filename') }
}

const FileName = requiredText(limits.textMax).refine(
  (name) => name !== '.' && name !== '..',
  'field/invalid' satisfies FieldFault,
)

/** The last part of the path that a browser may send, without control characters. */
export function checkFileName(field: string, sent: string): string {
  const checked = FileName.safeParse(sent.split(/[/\\]/u).at(-1))
  if (checked.success) return checked.data
  throw new InvalidRequestError(checked.error.issues.map((issue) => ({ ...issue, path: [field] })))
}
