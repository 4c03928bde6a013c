/** UUID version 4 (RFC 9562); `crypto.randomUUID` is not available over plain HTTP. */
export function toUuid(random: Uint8Array): string {
  const bytes = Array.from(random, (byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  )
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

export const createUuid = () => toUuid(crypto.getRandomValues(new Uint8Array(16)))
