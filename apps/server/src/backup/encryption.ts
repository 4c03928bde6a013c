import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { z } from 'zod'
import { BackupProblem, DamagedObject } from './backup-problem.ts'

/**
 * An encrypted object is a salt and blocks of AES-256-GCM. Every object has a key of its own, and
 * the nonce of a block is its number and whether it is the last one: blocks can be neither moved nor
 * cut off (the construction STREAM, as the format age uses it).
 */
const algorithm = 'aes-256-gcm'
const blockBytes = 64 * 1024
const tagBytes = 16
const saltBytes = 32
const keyBytes = 32

export const EncryptionSettings = z.object({
  kdf: z.literal('scrypt'),
  // Limits of what a foreign file may demand of this computer.
  cost: z
    .number()
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  blockSize: z.number().int().min(8).max(16),
  parallelization: z.literal(1),
  salt: z.base64(),
  check: z.base64(),
})
export type EncryptionSettings = z.output<typeof EncryptionSettings>

export interface Encryption {
  readonly encrypt: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  /** Throws DamagedObject if the bytes are not those of `encrypt` with this passphrase. */
  readonly decrypt: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  /** A name that reveals nothing about the content, but is the same for the same content. */
  readonly toName: (sha256: string) => string
}

/** The number of bytes that an object of this length has when it is encrypted. */
export const toEncryptedLength = (byteLength: number): number =>
  saltBytes + byteLength + Math.max(1, Math.ceil(byteLength / blockBytes)) * tagBytes

async function deriveKeys(
  passphrase: string,
  { cost, blockSize, parallelization, salt }: Omit<EncryptionSettings, 'check' | 'kdf'>,
) {
  const options: ScryptOptions = {
    cost,
    blockSize,
    parallelization,
    maxmem: 256 * cost * blockSize,
  }
  const keys = await new Promise<Buffer>((resolve, reject) =>
    scrypt(
      // Two keyboards may produce two encodings of the same letter.
      passphrase.normalize('NFKC'),
      Buffer.from(salt, 'base64'),
      3 * keyBytes,
      options,
      (error, derived) => (error ? reject(error) : resolve(derived)),
    ),
  )
  return {
    data: keys.subarray(0, keyBytes),
    name: keys.subarray(keyBytes, 2 * keyBytes),
    check: keys.subarray(2 * keyBytes),
  }
}

/** Creates the settings of a new encrypted target. */
export async function createEncryption(
  passphrase: string,
): Promise<{ readonly settings: EncryptionSettings; readonly encryption: Encryption }> {
  const settings = {
    kdf: 'scrypt',
    cost: 2 ** 17,
    blockSize: 8,
    parallelization: 1,
    salt: randomBytes(saltBytes).toString('base64'),
  } as const
  const keys = await deriveKeys(passphrase, settings)
  return {
    settings: { ...settings, check: keys.check.toString('base64') },
    encryption: toEncryption(keys),
  }
}

/** Refuses a wrong passphrase before anything is read or written with it. */
export async function openEncryption(
  passphrase: string,
  settings: EncryptionSettings,
): Promise<Encryption> {
  const keys = await deriveKeys(passphrase, settings)
  const check = Buffer.from(settings.check, 'base64')
  if (check.byteLength !== keys.check.byteLength || !timingSafeEqual(check, keys.check))
    throw new BackupProblem('The passphrase is not the one that this backup was encrypted with.', {
      fault: 'backup/wrong-passphrase',
    })
  return toEncryption(keys)
}

const toEncryption = (keys: { readonly data: Buffer; readonly name: Buffer }): Encryption => ({
  encrypt: (bytes) => encryptBlocks(keys.data, bytes),
  decrypt: (bytes) => decryptBlocks(keys.data, bytes),
  toName: (sha256) => createHmac('sha256', keys.name).update(sha256).digest('hex'),
})

const deriveObjectKey = (key: Buffer, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'talus backup object', keyBytes))

function toNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

async function* encryptBlocks(key: Buffer, bytes: AsyncIterable<Uint8Array>) {
  const salt = randomBytes(saltBytes)
  const objectKey = deriveObjectKey(key, salt)
  yield salt
  let number = 0
  for await (const { block, isLast } of toBlocks(bytes, blockBytes)) {
    const cipher = createCipheriv(algorithm, objectKey, toNonce(number, isLast))
    yield Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

async function* decryptBlocks(key: Buffer, bytes: AsyncIterable<Uint8Array>) {
  let objectKey: Buffer | undefined
  let number = 0
  for await (const { block, isLast } of toBlocks(bytes, blockBytes + tagBytes, saltBytes)) {
    if (!objectKey) {
      objectKey = deriveObjectKey(key, block)
      if (isLast) throw new DamagedObject('the object ends after its salt')
      continue
    }
    if (block.byteLength < tagBytes) throw new DamagedObject('the object is too short')
    const tagStart = block.byteLength - tagBytes
    const decipher = createDecipheriv(algorithm, objectKey, toNonce(number, isLast))
    decipher.setAuthTag(block.subarray(tagStart))
    try {
      yield Buffer.concat([decipher.update(block.subarray(0, tagStart)), decipher.final()])
    } catch (error) {
      throw new DamagedObject('the object does not decrypt', { cause: error })
    }
    number += 1
  }
}

/**
 * Cuts bytes into blocks and says which one is the last; no bytes are one empty block. Each block is
 * a copy, because the memory of a chunk may be reused.
 */
async function* toBlocks(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
  firstLength: number = length,
): AsyncGenerator<{ readonly block: Buffer; readonly isLast: boolean }> {
  let block = Buffer.alloc(firstLength)
  let filled = 0
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.byteLength;) {
      // A full block waits for the next byte, which shows that it is not the last one.
      if (filled === block.byteLength) {
        yield { block, isLast: false }
        block = Buffer.alloc(length)
        filled = 0
      }
      const part = chunk.subarray(at, at + block.byteLength - filled)
      block.set(part, filled)
      filled += part.byteLength
      at += part.byteLength
    }
  yield { block: block.subarray(0, filled), isLast: true }
}
