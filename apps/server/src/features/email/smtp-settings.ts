/** How to reach a mail server, read from smtp://user:password@host:587 or smtps://…:465. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

const submissionPort = 587
const secureSubmissionPort = 465
const isLoopback = (host: string) => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/u.test(host)

export function readSmtpUrl(smtpUrl: string): SmtpSettings {
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
    // A password, and mail handed in at the port made for it, never crosses a network in clear.
    requireTLS: !secure && !isLoopback(host) && (port === submissionPort || user !== ''),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  }
}

/**
 * The server of a clinic's mailbox. Its password crosses a network only to a server that proves its
 * name; on this machine nobody stands between, and a relay there rarely has a certificate.
 */
export function mailboxServer({ host, port }: { readonly host: string; readonly port: number }) {
  const secure = port === secureSubmissionPort
  const verify = !isLoopback(host)
  return { host, port, secure, requireTLS: !secure && verify, verify }
}

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** "Talus <talus@clinic.example>", or the address alone. */
export function readMailbox(text: string): Mailbox {
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
