/**
 * What Windows, macOS or Linux would take for something else than a letter of a name; and the wide
 * forms of the same, which old programs on Windows turn into the narrow ones.
 */
const meaning = /[<>:"/\\|?*＜＞：＂／＼｜？＊．∕⁄]/gu
/** Control characters, marks that turn the direction of writing, halves of characters, line ends. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** The names of devices, on Windows also with an ending: `aux.dcm` cannot be made there. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/iu

/** Windows drops dots and spaces at the end; at the start a dot hides the file or climbs a folder. */
const trimmed = (text: string) => text.replaceAll(/^[\s.]+|[\s.]+$/gu, '')

/** Words of people as a part of a file name, cut between characters. May become empty. */
export function namePart(text: string, maxCharacters: number): string {
  const plain = text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(unseen, '')
    .normalize('NFC')
    .replaceAll(meaning, '_')
  return trimmed(Array.from(trimmed(plain)).slice(0, maxCharacters).join(''))
}

/** A whole name of a file or folder, made of parts; one of them at least is never empty. */
export const wholeName = (name: string): string => (device.test(name) ? `_${name}` : name)
