/** A number with at most three decimals; PDF knows no exponents. */
export function formatNumber(value: number): string {
  const text = value.toFixed(3)
  return text.includes('.') ? text.replace(/\.?0+$/u, '').replace(/^-0$/u, '0') : text
}

export const toHex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0')

const toUtf16Hex = (text: string): string => {
  let hex = ''
  for (let index = 0; index < text.length; index++) hex += toHex4(text.charCodeAt(index))
  return hex
}

/** Text of a CMap: UTF-16 without the mark at its start. */
export const toUnicodeString = (text: string): string => `<${toUtf16Hex(text)}>`

/** A text string, always in hexadecimal UTF-16: no character of it can be read as syntax. */
export const toTextString = (text: string): string => `<FEFF${toUtf16Hex(text)}>`

/** Bytes of text that consists of characters up to U+00FF. */
export function toLatin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Bytes of any text. TextEncoder is no part of the language, and this package uses nothing else. */
export function toUtf8Bytes(text: string): Uint8Array {
  const bytes: number[] = []
  for (const sign of text.toWellFormed()) {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f))
    else if (code < 0x1_0000) {
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
    } else {
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 0x3f),
        0x80 | ((code >> 6) & 0x3f),
        0x80 | (code & 0x3f),
      )
    }
  }
  return Uint8Array.from(bytes)
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
