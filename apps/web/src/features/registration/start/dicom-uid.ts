/**
 * Converts random bytes to a UID derived from a UUID (DICOM PS3.5 B.2): one decimal number below
 * 2.25. Takes bytes of `getRandomValues`, because `randomUUID` does not exist on pages served over
 * plain HTTP.
 */
export function toUid(random: Uint8Array): string {
  const bytes = random.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40
    return index === 8 ? (byte & 0x3f) | 0x80 : byte
  })
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `2.25.${BigInt(`0x${hex}`)}`
}

export const createUid = () => toUid(crypto.getRandomValues(new Uint8Array(16)))
