/**
 * Characters with a special meaning on Windows, macOS or Linux, and their full-width forms, which
 * old Windows programs convert to the normal ones.
 */
const reserved = /[<>:"/\\|?*＜＞：＂／＼｜？＊．∕⁄]/gu
/** Control characters, bidirectional marks, lone surrogates, line and paragraph separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Device names, on Windows also with an extension: `aux.dcm` cannot be created there. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/iu

/**
 * Windows drops dots and spaces at the end; a leading dot hides the file or names a parent folder.
 */
const trimDots = (text: string) => text.replaceAll(/^[\s.]+|[\s.]+$/gu, '')

/**
 * Converts user input into a part of a file name, truncated between characters. May become empty.
 */
export function toNamePart(text: string, maxCharacters: number): string {
  const plain = text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(invisible, '')
    .normalize('NFC')
    .replaceAll(reserved, '_')
  return trimDots(Array.from(trimDots(plain)).slice(0, maxCharacters).join(''))
}

/**
 * Converts a name made of such parts into a valid file or folder name; at least one part must not
 * be empty.
 */
export const toSafeName = (name: string): string => (device.test(name) ? `_${name}` : name)
