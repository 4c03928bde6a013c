import { X509Certificate, createPrivateKey } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../jobs/define-job.ts'
import { selfSigned } from '../../secrets/self-signed.ts'
import type { KeyAndCertificate } from '../../secrets/self-signed.ts'
import { lanAddress } from './lan-address.ts'

export interface TlsIdentityDeps {
  readonly dataFolder: string
  readonly dicomTls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly dicomHost: string | undefined
  readonly dicomIp: string | undefined
  readonly dicomAeTitle: string
  readonly clock: () => Date
  readonly log: Logger
}

/** Devices are told once which certificate to trust, and then nobody looks at them for years. */
const days = 20 * 365

/** What the settings name, or our own, made at the first start and kept. */
export async function tlsIdentity(deps: TlsIdentityDeps): Promise<KeyAndCertificate> {
  const { dataFolder, dicomTls, clock, log } = deps
  if (dicomTls) {
    const [cert, key] = await Promise.all([
      readFile(dicomTls.certFile, 'utf8'),
      readFile(dicomTls.keyFile, 'utf8'),
    ])
    const fault = faultOf({ cert, key }, clock())
    if (fault === 'mismatch') throw new Error('the key does not belong to the certificate')
    if (fault === 'expired') log.warn(`the certificate ${dicomTls.certFile} has expired`)
    return { cert, key }
  }
  const files = { cert: join(dataFolder, 'dicom-tls.crt'), key: join(dataFolder, 'dicom-tls.key') }
  const kept = await readKept(files)
  if (kept && faultOf(kept, clock()) === undefined) return kept
  const made = await selfSigned({
    name: deps.dicomHost ?? hostname(),
    hosts: [
      ...new Set([
        deps.dicomHost ?? hostname(),
        deps.dicomIp ?? lanAddress(networkInterfaces()),
        'localhost',
        '127.0.0.1',
      ]),
    ],
    now: clock(),
    days,
  })
  await mkdir(dataFolder, { recursive: true })
  // The certificate last: a key without one is made anew, with another certificate.
  for (const [path, text, mode] of [
    [files.key, made.key, 0o600],
    [files.cert, made.cert, 0o644],
  ] as const) {
    await writeFile(`${path}.new`, text, { mode })
    await rename(`${path}.new`, path)
  }
  log.info(`made a certificate for DICOM over TLS: ${files.cert}`)
  return made
}

async function readKept(files: { readonly cert: string; readonly key: string }) {
  try {
    const [cert, key] = await Promise.all([
      readFile(files.cert, 'utf8'),
      readFile(files.key, 'utf8'),
    ])
    return { cert, key }
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  }
}

function faultOf({ cert, key }: KeyAndCertificate, now: Date): 'mismatch' | 'expired' | undefined {
  const certificate = new X509Certificate(cert)
  if (!certificate.checkPrivateKey(createPrivateKey(key))) return 'mismatch'
  return certificate.validToDate < now ? 'expired' : undefined
}
