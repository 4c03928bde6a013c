import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { z } from 'zod'

/** Where a connection goes, as the person who set it up wrote it; verdicts name it. */
export interface Place {
  readonly host: string
  readonly port: number
}

/** How far a connection had come decides what an error without a telling code means. */
export type Phase = 'connect' | 'tls' | 'session'

const SystemError = z.object({
  message: z.string(),
  code: z.string(),
  /** What OpenSSL or the check of a certificate says, without the file and line of its source. */
  reason: z.string().optional().catch(undefined),
})

const codes: Readonly<Record<string, ErrorCode>> = {
  ECONNREFUSED: 'connection/refused',
  ETIMEDOUT: 'connection/time-out',
  ABORT_ERR: 'connection/time-out',
  EHOSTUNREACH: 'connection/unreachable',
  ENETUNREACH: 'connection/unreachable',
}

/** What a peer that does not speak TLS at all gives rise to: its own words, or a closed line. */
const notTls = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNEXPECTED_MESSAGE',
  'ECONNRESET',
  'EPIPE',
])

/** OpenSSL's X509_V_ERR_… as Node names them, and the check of the name. */
const certificateCode =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|PATH_LENGTH_|HOSTNAME_)/u

function codeOf(code: string, phase: Phase): ErrorCode {
  if (certificateCode.test(code)) return 'connection/certificate'
  if (phase === 'tls' && notTls.has(code)) return 'connection/not-tls'
  if (code.startsWith('ERR_SSL_')) return 'connection/tls-failed'
  const known = codes[code]
  if (known) return known
  if (phase === 'tls') return 'connection/tls-failed'
  return phase === 'connect' ? 'connection/unreachable' : 'connection/closed'
}

/** Turns what Node says of a socket into a verdict that a person can act on. */
export function connectionFault(error: unknown, place: Place, phase: Phase): Refusal {
  if (error instanceof Refusal) return error
  const parsed = SystemError.safeParse(error)
  // Only what has a code comes from the line; the rest is a fault of ours and must be seen as one.
  if (!parsed.success) throw error
  const { code, message, reason } = parsed.data
  return new Refusal(codeOf(code, phase), {
    // Behind the semicolon Node advises on its own command line, which nobody here can see.
    values: { ...place, reason: oneLine(reason ?? message.replace(/;.*/u, '')) },
  })
}

const answerMax = 200

/** What another machine said, fit to be shown: no control characters, no essays. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > answerMax ? `${line.slice(0, answerMax - 1).trimEnd()}…` : line
}
