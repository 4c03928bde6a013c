import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'

/**
 * A self-signed X.509 certificate (RFC 5280) with its key, as PEM. Node reads certificates but
 * creates none, and the libraries for it have a dozen dependencies for what these lines do.
 */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

/** RSA, because old devices do not support elliptic curves. */
const keyBits = 2048
const dayMs = 86_400_000

const fromHex = (hex: string) => Buffer.from(hex, 'hex')
const oids = {
  commonName: fromHex('550403'),
  sha256WithRsa: fromHex('2a864886f70d01010b'),
  basicConstraints: fromHex('551d13'),
  keyUsage: fromHex('551d0f'),
  extendedKeyUsage: fromHex('551d25'),
  serverAuthentication: fromHex('2b06010505070301'),
  alternativeName: fromHex('551d11'),
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits = fromHex(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'))
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits])
}

function encodeTag(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body])
}
const encodeSequence = (...parts: readonly Uint8Array[]) => encodeTag(0x30, ...parts)
const encodeOid = (bytes: Uint8Array) => encodeTag(0x06, bytes)
const encodeOctets = (bytes: Uint8Array) => encodeTag(0x04, bytes)
const encodeBits = (bytes: Uint8Array, unused = 0) => encodeTag(0x03, Buffer.from([unused]), bytes)

const isTrue = encodeTag(0x01, Buffer.from([0xff]))
const algorithm = encodeSequence(encodeOid(oids.sha256WithRsa), encodeTag(0x05))

/** RFC 5280 4.1.2.5: the year has two digits until 2049, and four from then on. */
function encodeTime(date: Date): Buffer {
  const text = `${date.toISOString().replaceAll(/[-:T]/gu, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? encodeTag(0x17, Buffer.from(text.slice(2), 'latin1'))
    : encodeTag(0x18, Buffer.from(text, 'latin1'))
}

const encodeExtension = (id: Uint8Array, value: Uint8Array, isCritical = false) =>
  encodeSequence(encodeOid(id), ...(isCritical ? [isTrue] : []), encodeOctets(value))

/** A DNS name or an IPv4 address. */
const encodeAlternativeName = (host: string) =>
  isIP(host) === 4
    ? encodeTag(0x87, Buffer.from(host.split('.').map(Number)))
    : encodeTag(0x82, Buffer.from(host, 'latin1'))

export async function createSelfSignedCertificate(options: {
  readonly name: string
  /** Names and addresses of this server. */
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
  // The serial number must be positive and without a leading zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const who = encodeSequence(
    encodeTag(
      0x31,
      encodeSequence(
        encodeOid(oids.commonName),
        encodeTag(0x0c, Buffer.from(name.slice(0, 64), 'utf8')),
      ),
    ),
  )
  const certificate = encodeSequence(
    encodeTag(0xa0, encodeTag(0x02, Buffer.from([2]))),
    encodeTag(0x02, serial),
    algorithm,
    who,
    // Valid from yesterday, for devices whose clock is slow.
    encodeSequence(
      encodeTime(new Date(now.getTime() - dayMs)),
      encodeTime(new Date(now.getTime() + days * dayMs)),
    ),
    who,
    publicKey,
    encodeTag(
      0xa3,
      encodeSequence(
        // Not a certificate authority: a device that trusts it trusts this server only.
        encodeExtension(oids.basicConstraints, encodeSequence(), true),
        // Digital signature and key encipherment.
        encodeExtension(oids.keyUsage, encodeBits(Buffer.from([0xa0]), 5), true),
        encodeExtension(
          oids.extendedKeyUsage,
          encodeSequence(encodeOid(oids.serverAuthentication)),
        ),
        encodeExtension(oids.alternativeName, encodeSequence(...hosts.map(encodeAlternativeName))),
      ),
    ),
  )
  const signature = sign('sha256', certificate, createPrivateKey(key))
  const lines = encodeSequence(certificate, algorithm, encodeBits(signature))
    .toString('base64')
    .match(/.{1,64}/gu)
  const cert = ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', '']
  return { key, cert: cert.join('\n') }
}
