import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizeTypedCode, toTypedCode } from './typed-code.ts'

/**
 * The proof by which two programs that share a short code recognise each other over a TLS connection
 * whose certificate is not known yet. Both derive a key from the code and from the certificate that
 * they see. A computer in between has another certificate, so its proofs do not match, and the slow
 * derivation keeps it from guessing the code of 60 bits while the code is valid.
 */
const codeLength = 12
const keyBytes = 32
/** 32 MB and about a tenth of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt)

/** Twelve characters in groups of four, without those that look alike. */
export const createPairingCode = (): string => toTypedCode(randomBytes(codeLength))

/** `fingerprint` is the SHA-256 of the bridge's certificate. */
export const createPairingKey = (code: string, fingerprint: string): Promise<Buffer> =>
  derive(normalizeTypedCode(code), `talus bridge ${fingerprint}`, keyBytes, cost)

export const createProof = (
  key: Buffer,
  role: 'server' | 'bridge',
  ...parts: readonly string[]
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([role, ...parts]))
    .digest('hex')

export function isSameProof(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
