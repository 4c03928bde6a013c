const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const letter = (value: number) => letters[value & 63] ?? ''

/** Encodes short values; Node and the browsers share no API for it. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += letter(three >> 18) + letter(three >> 12)
    text += (left > 1 ? letter(three >> 6) : '=') + (left > 2 ? letter(three) : '=')
  }
  return text
}
