import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { z } from 'zod'
import { toConnectionRefusal, toOneLine } from '../../outbound/connection-refusal.ts'
import type { Endpoint } from '../../outbound/connection-refusal.ts'

/** Fields that nodemailer adds to an error: the failed step and the response of the server. */
const SmtpError = z.object({
  message: z.string(),
  code: z.string(),
  /** The system error code, if nodemailer replaced it by its own. */
  originalCode: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  command: z.string().catch(''),
})
type SmtpError = z.output<typeof SmtpError>

const refusalCodes: Readonly<Record<string, ErrorCode>> = {
  STARTTLS: 'email/tls-not-offered',
  'MAIL FROM': 'email/sender-refused',
  'RCPT TO': 'email/recipient-refused',
  DATA: 'email/message-refused',
}

function toErrorCode({ code, command, response }: SmtpError): ErrorCode | undefined {
  if (code === 'EAUTH') return 'email/sign-in-refused'
  if (code === 'EMESSAGE') return 'email/message-refused'
  if (response === undefined) return code === 'EPROTOCOL' ? 'email/not-smtp' : undefined
  if (!/^\d{3}/u.test(response)) return 'email/not-smtp'
  return refusalCodes[command] ?? 'email/server-refused'
}

/**
 * Translates a failure into a refusal with a helpful reason; errors that are not SMTP errors are
 * thrown again.
 */
export function toSmtpRefusal(
  error: unknown,
  place: Endpoint & { readonly email: string },
): Refusal {
  if (error instanceof Refusal) return error
  const parsed = SmtpError.safeParse(error)
  if (!parsed.success) throw error
  const code = toErrorCode(parsed.data)
  const { message, response, originalCode, reason } = parsed.data
  if (code)
    return new Refusal(code, { values: { ...place, answer: toOneLine(response ?? message) } })
  const phase = parsed.data.code === 'ETLS' ? 'tls' : 'session'
  return toConnectionRefusal(
    { message, reason, code: originalCode ?? parsed.data.code },
    place,
    phase,
  )
}
