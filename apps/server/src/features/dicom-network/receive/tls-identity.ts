import { X509Certificate, createPrivateKey } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@talus/node-kit/clock'
import { getErrorCode } from '@talus/node-kit/error-code'
import type { Logger } from '@talus/node-kit/logger'
import { createSelfSignedCertificate } from '@talus/node-kit/self-signed-certificate'
import type { KeyAndCertificate } from '@talus/node-kit/self-signed-certificate'
import { findLanAddress } from './lan-address.ts'
import { readSharedIdentity, shareIdentity } from './shared-identity.ts'
import type { SharedIdentityDeps } from './shared-identity.ts'

export interface TlsIdentityDeps {
  readonly dataFolder: string
  readonly dicomTls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly dicomHost: string | undefined
  readonly dicomIp: string | undefined
  readonly dicomAeTitle: string
  readonly clock: Clock
  readonly log: Logger
  /** Given if other servers may use the same database. */
  readonly sharedIdentity?: SharedIdentityDeps | undefined
}

/** Devices are configured once to trust the certificate, and then not touched for years. */
const days = 20 * 365

/**
 * The configured certificate, or a self-signed one that is created at the first start and stored: in
 * the data folder, or in the database for all servers on it. Behind a balancer, a modality would
 * otherwise see another certificate on each call.
 */
export async function loadTlsIdentity(deps: TlsIdentityDeps): Promise<KeyAndCertificate> {
  const { dataFolder, dicomTls, clock, log } = deps
  if (dicomTls) {
    const [cert, key] = await Promise.all([
      readFile(dicomTls.certFile, 'utf8'),
      readFile(dicomTls.keyFile, 'utf8'),
    ])
    const fault = findFault({ cert, key }, clock())
    if (fault === 'mismatch') throw new Error('the key does not belong to the certificate')
    if (fault === 'expired') log.warn(`the certificate ${dicomTls.certFile} has expired`)
    return { cert, key }
  }
  const files = { cert: join(dataFolder, 'dicom-tls.crt'), key: join(dataFolder, 'dicom-tls.key') }
  const stored = await readStored(files)
  const isUsable = stored && findFault(stored, clock()) === undefined
  if (deps.sharedIdentity) {
    const known = await readSharedIdentity(deps.sharedIdentity)
    if (known && findFault(known, clock()) === undefined) return known
    // The certificate of a server that was alone until now is the one that modalities trust.
    return shareIdentity(deps.sharedIdentity, isUsable ? stored : await create(deps), known)
  }
  if (isUsable) return stored
  const created = await create(deps)
  await mkdir(dataFolder, { recursive: true })
  // The certificate is written last: a key without one is replaced, together with its certificate.
  for (const [path, text, mode] of [
    [files.key, created.key, 0o600],
    [files.cert, created.cert, 0o644],
  ] as const) {
    await writeFile(`${path}.new`, text, { mode })
    await rename(`${path}.new`, path)
  }
  log.info(`made a certificate for DICOM over TLS: ${files.cert}`)
  return created
}

const create = (deps: TlsIdentityDeps) =>
  createSelfSignedCertificate({
    name: deps.dicomHost ?? hostname(),
    hosts: [
      ...new Set([
        deps.dicomHost ?? hostname(),
        deps.dicomIp ?? findLanAddress(networkInterfaces()),
        'localhost',
        '127.0.0.1',
      ]),
    ],
    now: deps.clock(),
    days,
  })

async function readStored(files: { readonly cert: string; readonly key: string }) {
  try {
    const [cert, key] = await Promise.all([
      readFile(files.cert, 'utf8'),
      readFile(files.key, 'utf8'),
    ])
    return { cert, key }
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function findFault(
  { cert, key }: KeyAndCertificate,
  now: Date,
): 'mismatch' | 'expired' | undefined {
  const certificate = new X509Certificate(cert)
  if (!certificate.checkPrivateKey(createPrivateKey(key))) return 'mismatch'
  return certificate.validToDate < now ? 'expired' : undefined
}
