import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { z } from 'zod'

/** Host and port of a connection as the user entered them; refusals name them. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** The phase of a connection decides the meaning of a generic error code. */
export type ConnectionPhase = 'connect' | 'tls' | 'session'

const SystemError = z.object({
  message: z.string(),
  code: z.string(),
  /** Message of OpenSSL or of the certificate check, without source file and line. */
  reason: z.string().optional().catch(undefined),
})

const codes: Readonly<Record<string, ErrorCode>> = {
  ECONNREFUSED: 'connection/refused',
  ETIMEDOUT: 'connection/time-out',
  ABORT_ERR: 'connection/time-out',
  EHOSTUNREACH: 'connection/unreachable',
  ENETUNREACH: 'connection/unreachable',
}

/**
 * Errors caused by a peer that does not speak TLS: it answers in its own protocol or disconnects.
 */
const notTls = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNEXPECTED_MESSAGE',
  'ECONNRESET',
  'EPIPE',
])

/** Node's names of OpenSSL's X509_V_ERR_… codes, and of a failed host name check. */
const certificateCode =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|PATH_LENGTH_|HOSTNAME_)/u

function toErrorCode(code: string, phase: ConnectionPhase): ErrorCode {
  if (certificateCode.test(code)) return 'connection/certificate'
  if (phase === 'tls' && notTls.has(code)) return 'connection/not-tls'
  if (code.startsWith('ERR_SSL_')) return 'connection/tls-failed'
  const known = codes[code]
  if (known) return known
  if (phase === 'tls') return 'connection/tls-failed'
  return phase === 'connect' ? 'connection/unreachable' : 'connection/closed'
}

/** Turns a socket error of Node into a refusal that tells the user what to do. */
export function toConnectionRefusal(
  error: unknown,
  endpoint: Endpoint,
  phase: ConnectionPhase,
): Refusal {
  if (error instanceof Refusal) return error
  const parsed = SystemError.safeParse(error)
  // Only errors with a code come from the socket; others are programming errors and are rethrown.
  if (!parsed.success) throw error
  const { code, message, reason } = parsed.data
  return new Refusal(toErrorCode(code, phase), {
    // After the semicolon Node recommends command line options, which are useless to the user.
    values: { ...endpoint, reason: toOneLine(reason ?? message.replace(/;.*/u, '')) },
  })
}

const lineLengthMax = 200

/** Text of another server, safe to show: on one line, without control characters, truncated. */
export function toOneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > lineLengthMax ? `${line.slice(0, lineLengthMax - 1).trimEnd()}…` : line
}
