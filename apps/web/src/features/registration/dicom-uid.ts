/**
 * PS3.5 B.2: a UID made from a random UUID, written as one number below 2.25. By `getRandomValues`,
 * because `randomUUID` is missing where the page comes over plain HTTP.
 */
export function uidOf(random: Uint8Array): string {
  const bytes = random.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40
    return index === 8 ? (byte & 0x3f) | 0x80 : byte
  })
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `2.25.${BigInt(`0x${hex}`)}`
}

export const newUid = () => uidOf(crypto.getRandomValues(new Uint8Array(16)))
