/**
 * The defined terms of Specific Character Set (PS3.3 C.12.1.1.2) and their names in the Encoding
 * standard.
 */
const encodings: Readonly<Record<string, string>> = {
  '': 'windows-1252',
  'IR 6': 'windows-1252',
  'IR 100': 'windows-1252',
  'IR 101': 'iso-8859-2',
  'IR 109': 'iso-8859-3',
  'IR 110': 'iso-8859-4',
  'IR 144': 'iso-8859-5',
  'IR 127': 'iso-8859-6',
  'IR 126': 'iso-8859-7',
  'IR 138': 'iso-8859-8',
  'IR 148': 'windows-1254',
  'IR 203': 'iso-8859-15',
  'IR 166': 'windows-874',
  'IR 13': 'shift_jis',
  'IR 192': 'utf-8',
  'IR 87': 'iso-2022-jp',
  'IR 149': 'euc-kr',
  'IR 58': 'gbk',
  GB18030: 'gb18030',
  GBK: 'gbk',
}

/** Escape sequences, and the encoding of the bytes after them (PS3.3 C.12.1.1.2). */
const escapes: readonly (readonly [sequence: string, encoding: string])[] = [
  ['(B', 'windows-1252'],
  ['-A', 'windows-1252'],
  ['-B', 'iso-8859-2'],
  ['-C', 'iso-8859-3'],
  ['-D', 'iso-8859-4'],
  ['-L', 'iso-8859-5'],
  ['-G', 'iso-8859-6'],
  ['-F', 'iso-8859-7'],
  ['-H', 'iso-8859-8'],
  ['-M', 'windows-1254'],
  ['-b', 'iso-8859-15'],
  ['-T', 'windows-874'],
  [')I', 'shift_jis'],
  ['(J', 'shift_jis'],
  ['$)C', 'euc-kr'],
  ['$)A', 'gbk'],
]
/** The decoder of these 7-bit sets needs the escape sequence itself. */
const shiftingEscapes = ['$B', '$(D']

const escape = 0x1b

const nameOf = (term = '') => encodings[term.replace(/^ISO(?:_| 2022 )/u, '')]

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80 || byte === escape) return false
  }
  return true
}

/** Shared: creating a decoder costs more than decoding a short text. */
const plainDecoder = new TextDecoder('utf-8')

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeParts(bytes: Uint8Array, first: string): string {
  let text = ''
  let start = 0
  let encoding = first
  while (start < bytes.length) {
    const found = bytes.indexOf(escape, start)
    const end = found === -1 ? bytes.length : found
    text += new TextDecoder(encoding).decode(bytes.subarray(start, end))
    if (found === -1) break
    const after = String.fromCharCode(...bytes.subarray(found + 1, found + 4))
    const known = escapes.find(([sequence]) => after.startsWith(sequence))
    if (known) {
      encoding = known[1]
      start = found + 1 + known[0].length
    } else if (shiftingEscapes.some((sequence) => after.startsWith(sequence))) {
      const next = bytes.indexOf(escape, found + 1)
      const last = next === -1 ? bytes.length : next
      text += new TextDecoder('iso-2022-jp').decode(bytes.subarray(found, last))
      start = last
      encoding = first
    } else start = found + 1
  }
  return text
}

/**
 * Decodes the text of a value. Half of the older devices declare no character set, or the wrong
 * one. In a file of a Western set, valid UTF-8 is therefore decoded as UTF-8 whatever the file
 * declares, and bytes that are not valid UTF-8 are never decoded as UTF-8. /
 */
export function decodeText(bytes: Uint8Array, characterSet: readonly string[]): string {
  if (isAscii(bytes)) return plainDecoder.decode(bytes)
  const declared = nameOf(characterSet[0])
  if (characterSet.length > 1 || bytes.includes(escape)) {
    return decodeParts(bytes, declared ?? 'windows-1252')
  }
  const isWestern = declared === undefined || declared === 'windows-1252' || declared === 'utf-8'
  const text = isWestern ? decodeUtf8(bytes) : undefined
  if (text !== undefined) return text
  const isKnown = declared !== undefined && declared !== 'utf-8'
  return new TextDecoder(isKnown ? declared : 'windows-1252').decode(bytes)
}
