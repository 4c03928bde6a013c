import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Certificate {
  readonly keyFile: string
  readonly certFile: string
  readonly key: string
  readonly cert: string
  readonly remove: () => Promise<void>
}

/** Creates a self-signed certificate; undefined if openssl is not installed. */
export async function createSelfSignedCertificate(name: string): Promise<Certificate | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const remove = () => rm(folder, { recursive: true, force: true })
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const args = ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile]
  try {
    await promisify(execFile)('openssl', args)
  } catch {
    await remove()
    return undefined
  }
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')]
  return { keyFile, certFile, key, cert, remove }
}
export const noOpenssl = 'openssl is not installed: there is nothing to make a certificate with'
