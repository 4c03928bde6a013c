/** The characters of codes that people type, without those that look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code of one character for each byte, in groups of four. Random bytes give 5 bits each. */
export const toTypedCode = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/gu, '$1-')

/** Accepts a code as people type it: in small letters, without dashes, with O for 0. */
export const normalizeTypedCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1')
