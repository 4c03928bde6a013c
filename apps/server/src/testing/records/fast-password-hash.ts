import { argon2Sync, randomBytes } from 'node:crypto'

/**
 * Hashes a password in the product's format with the lowest cost that argon2 allows: the test users
 * sign in hundreds of times, and a hash carries its own parameters. Passwords that are set during a
 * test, by a reset or with a new user, are hashed by the product itself.
 */
export function hashPasswordFast(password: string): string {
  const [memory, passes, parallelism, nonce] = [8, 1, 1, randomBytes(16)]
  const message = password
  const tagLength = 32
  const tag = argon2Sync('argon2id', { message, nonce, tagLength, memory, passes, parallelism })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64')}$${tag.toString('base64')}`
}
