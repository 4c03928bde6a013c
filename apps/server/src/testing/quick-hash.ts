import { argon2Sync, randomBytes } from 'node:crypto'

/**
 * A hash as those of the product, with the least memory and time that there can be: its parameters
 * travel with it, and the people of tests sign in hundreds of times. What people choose in a test, by
 * a reset or by being created, has a hash of the product.
 */
export function quickHash(password: string): string {
  const [memory, passes, parallelism, nonce] = [8, 1, 1, randomBytes(16)]
  const message = password
  const tagLength = 32
  const tag = argon2Sync('argon2id', { message, nonce, tagLength, memory, passes, parallelism })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64')}$${tag.toString('base64')}`
}
