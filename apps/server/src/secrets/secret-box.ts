import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be read again, such as a mailbox password, for the database. */
export interface SecretBox {
  readonly seal: (text: string) => string
  readonly open: (sealed: string) => string
}

const version = 'v1'
const algorithm = 'aes-256-gcm'

/** The key may be any text; its hash has the length that the cipher requires. */
export function createSecretBox(key: string): SecretBox {
  const secret = createHash('sha256').update(key).digest()
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, secret, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), sealed]
      return [version, ...parts.map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed) {
      const [found, nonce, tag, data] = sealed.split('.')
      if (found !== version || !nonce || !tag || data === undefined)
        throw new Error('This secret was not sealed by this version of Talus')
      const decipher = createDecipheriv(algorithm, secret, Buffer.from(nonce, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      const text = Buffer.concat([
        decipher.update(Buffer.from(data, 'base64url')),
        decipher.final(),
      ])
      return text.toString('utf8')
    },
  }
}
