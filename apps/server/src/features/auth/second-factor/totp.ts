import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with the values that every authenticator app expects: SHA-1, 6 digits, 30 seconds. */
const stepSeconds = 30
const digits = 6
/** RFC 4226 recommends 160 bits, the length of the hash. */
const secretBytes = 20
/** Codes of the previous and the next step are valid too: clocks of phones differ. */
const tolerance = [0, -1, 1] as const

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base 32 without padding, as authenticator apps read it. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/gu) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const createSecret = (): string => encodeBase32(randomBytes(secretBytes))

/** RFC 4226 5.3: the code of one step. */
export function computeCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const getStep = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/** The step of a valid code; undefined if it is none. A step counts once, so that no code is reused. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const current = getStep(now)
  const sent = Buffer.from(code.padEnd(digits).slice(0, digits))
  return tolerance
    .map((difference) => current + difference)
    .find((step) => timingSafeEqual(Buffer.from(computeCode(secret, step)), sent))
}

/** The address that an authenticator app reads from a QR code. */
export function formatUri(secret: string, username: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
