import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'

/**
 * An X.509 certificate that its owner has signed himself (RFC 5280), in DER. Node reads certificates
 * but makes none, and the libraries for it bring a dozen others along for what these lines do.
 */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

/** Old devices know no elliptic curves. */
const keyBits = 2048
const dayMs = 86_400_000

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
const oids = {
  commonName: bytesOf('550403'),
  sha256WithRsa: bytesOf('2a864886f70d01010b'),
  basicConstraints: bytesOf('551d13'),
  keyUsage: bytesOf('551d0f'),
  extendedKeyUsage: bytesOf('551d25'),
  serverAuthentication: bytesOf('2b06010505070301'),
  alternativeName: bytesOf('551d11'),
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits = bytesOf(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'))
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits])
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}
const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts)
const oid = (bytes: Uint8Array) => tagged(0x06, bytes)
const octets = (bytes: Uint8Array) => tagged(0x04, bytes)
const bits = (bytes: Uint8Array, unused = 0) => tagged(0x03, Buffer.from([unused]), bytes)

const isTrue = tagged(0x01, Buffer.from([0xff]))
const algorithm = sequence(oid(oids.sha256WithRsa), tagged(0x05))

/** RFC 5280 4.1.2.5: with two digits of the year until 2049, and four from then on. */
function time(date: Date): Buffer {
  const text = `${date.toISOString().replaceAll(/[-:T]/gu, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(text.slice(2), 'latin1'))
    : tagged(0x18, Buffer.from(text, 'latin1'))
}

const extension = (id: Uint8Array, value: Uint8Array, isCritical = false) =>
  sequence(oid(id), ...(isCritical ? [isTrue] : []), octets(value))

/** A DNS name, or an address of version 4. */
const alternative = (host: string) =>
  isIP(host) === 4
    ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
    : tagged(0x82, Buffer.from(host, 'latin1'))

export async function selfSigned(options: {
  readonly name: string
  /** How the machine is reached. */
  readonly hosts: readonly string[]
  readonly now: Date
  readonly days: number
}): Promise<KeyAndCertificate> {
  const { name, hosts, now, days } = options
  const { privateKey: key, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: keyBits,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  const serial = randomBytes(16)
  // Positive, and without a zero in front.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const who = sequence(
    tagged(
      0x31,
      sequence(oid(oids.commonName), tagged(0x0c, Buffer.from(name.slice(0, 64), 'utf8'))),
    ),
  )
  const certificate = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    who,
    // A device whose clock is a little slow takes it too.
    sequence(time(new Date(now.getTime() - dayMs)), time(new Date(now.getTime() + days * dayMs))),
    who,
    publicKey,
    tagged(
      0xa3,
      sequence(
        // No authority: whoever trusts it trusts this machine, and nothing that it signs.
        extension(oids.basicConstraints, sequence(), true),
        // Signatures and keys.
        extension(oids.keyUsage, bits(Buffer.from([0xa0]), 5), true),
        extension(oids.extendedKeyUsage, sequence(oid(oids.serverAuthentication))),
        extension(oids.alternativeName, sequence(...hosts.map(alternative))),
      ),
    ),
  )
  const signature = sign('sha256', certificate, createPrivateKey(key))
  const lines = sequence(certificate, algorithm, bits(signature))
    .toString('base64')
    .match(/.{1,64}/gu)
  const cert = ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', '']
  return { key, cert: cert.join('\n') }
}
