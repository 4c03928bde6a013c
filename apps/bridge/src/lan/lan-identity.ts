import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createSelfSignedCertificate } from '@talus/node-kit/self-signed-certificate'
import { writeDurably } from '@talus/node-kit/write-durably'

export interface LanIdentity {
  readonly key: string
  readonly cert: string
  /** SHA-256 of the certificate, in lower-case hexadecimal digits. */
  readonly fingerprint: string
}

/** Paired servers trust this certificate, so it is made once and for many years. */
const days = 30 * 365

/** The certificate by which servers of other computers recognise this bridge. */
export async function loadLanIdentity(folder: string, now: Date): Promise<LanIdentity> {
  const files = { cert: join(folder, 'lan.crt'), key: join(folder, 'lan.key') }
  if (!existsSync(files.cert) || !existsSync(files.key)) {
    const created = await createSelfSignedCertificate({
      name: `Talus bridge ${hostname()}`,
      hosts: [hostname(), 'localhost'],
      now,
      days,
    })
    // The certificate is written last: a key without one is replaced together with it.
    await writeDurably(files.key, created.key)
    await writeDurably(files.cert, created.cert)
  }
  const cert = readFileSync(files.cert, 'utf8')
  const { fingerprint256 } = new X509Certificate(cert)
  const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase()
  return { cert, key: readFileSync(files.key, 'utf8'), fingerprint }
}
