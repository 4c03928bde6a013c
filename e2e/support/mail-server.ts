import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts one password and then every message. */
export async function startMailServer(password: string) {
  const recipients: string[] = []
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => {
      if (auth.password === password) done(null, { user: auth.username })
      else done(new Error('Authentication failed'))
    },
    onData: (stream: Readable, { envelope }, done) => {
      stream.resume()
      stream.on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (smtp.server.address() as AddressInfo).port,
    recipients,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}
