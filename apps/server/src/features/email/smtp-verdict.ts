import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { z } from 'zod'
import { connectionFault, oneLine } from '../../outbound/connection-fault.ts'
import type { Place } from '../../outbound/connection-fault.ts'

/** What nodemailer adds to an error: which step failed, and what the server answered to it. */
const SmtpError = z.object({
  message: z.string(),
  code: z.string(),
  /** The code of the system where nodemailer has put its own in its place. */
  originalCode: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  command: z.string().catch(''),
})
type SmtpError = z.output<typeof SmtpError>

const refusals: Readonly<Record<string, ErrorCode>> = {
  STARTTLS: 'email/tls-not-offered',
  'MAIL FROM': 'email/sender-refused',
  'RCPT TO': 'email/recipient-refused',
  DATA: 'email/message-refused',
}

function codeOf({ code, command, response }: SmtpError): ErrorCode | undefined {
  if (code === 'EAUTH') return 'email/sign-in-refused'
  if (code === 'EMESSAGE') return 'email/message-refused'
  if (response === undefined) return code === 'EPROTOCOL' ? 'email/not-smtp' : undefined
  if (!/^\d{3}/u.test(response)) return 'email/not-smtp'
  return refusals[command] ?? 'email/server-refused'
}

/** Why a message did not go out, in words that help; what is no fault of the mail server goes on. */
export function smtpVerdict(error: unknown, place: Place & { readonly email: string }): Refusal {
  if (error instanceof Refusal) return error
  const parsed = SmtpError.safeParse(error)
  if (!parsed.success) throw error
  const code = codeOf(parsed.data)
  const { message, response, originalCode, reason } = parsed.data
  if (code) return new Refusal(code, { values: { ...place, answer: oneLine(response ?? message) } })
  const phase = parsed.data.code === 'ETLS' ? 'tls' : 'session'
  return connectionFault({ message, reason, code: originalCode ?? parsed.data.code }, place, phase)
}
