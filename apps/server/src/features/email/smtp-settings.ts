import { isLoopback } from '../../outbound/loopback.ts'

/** The connection to a mail server, parsed from smtp://user:password@host:587 or smtps://…:465. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

const submissionPort = 587
const secureSubmissionPort = 465

export function parseSmtpUrl(smtpUrl: string): SmtpSettings {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:')
    throw new Error('the mail server’s address must begin with smtp:// or smtps://')
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const port = url.port === '' ? (secure ? secureSubmissionPort : submissionPort) : Number(url.port)
  const user = decodeURIComponent(url.username)
  return {
    host,
    port,
    secure,
    // Passwords, and mail at the submission port, never cross a network unencrypted.
    requireTLS: !secure && !isLoopback(host) && (port === submissionPort || user !== ''),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  }
}

/**
 * The mail server of a clinic. The password is sent over a network only to a server with a valid
 * certificate. A local relay rarely has one, and no attacker is between.
 */
export function getMailboxServer({ host, port }: { readonly host: string; readonly port: number }) {
  const secure = port === secureSubmissionPort
  const verify = !isLoopback(host)
  return { host, port, secure, requireTLS: !secure && verify, verify }
}

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** Parses "Talus <talus@clinic.example>" or a bare address. */
export function parseMailbox(text: string): Mailbox {
  const {
    name = '',
    bracketed,
    bare,
  } = /^(?:"?(?<name>[^"<>]*?)"?\s*<(?<bracketed>[^<>\s]+@[^<>\s]+)>|(?<bare>[^<>\s]+@[^<>\s]+))$/u.exec(
    text.trim(),
  )?.groups ?? {}
  const address = bracketed ?? bare
  if (address === undefined) throw new Error(`not a sender of mail: ${text}`)
  return { name: name.trim(), address }
}
