/** Trims the text and replaces white space between words with one space. */
export const collapseWhitespace = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** Browsers turn every line end of a form field into CRLF, which would count twice. */
export const normalizeLineEnds = (text: string) => text.replace(/\r\n?/gu, '\n')

/** The characters of a text as its reader counts them: an emoji is one, and so is a line end. */
export const countCharacters = (text: string): number => Array.from(normalizeLineEnds(text)).length

/**
 * Folds a text for searching: lower case without accents, so that "etoile" finds "Étoile". SQLite's
 * own lower() folds ASCII only, so the database stores the result of this function in a column.
 */
export const foldText = (text: string) =>
  collapseWhitespace(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')

/**
 * Joins the lines of an address; commas at the ends of a line are removed, or they would double.
 */
export const joinAddress = (address: string) =>
  address
    .split(/\r?\n/u)
    .map((line) => line.replace(/^[\s,]+|[\s,]+$/gu, ''))
    .filter((line) => line !== '')
    .join(', ')

/** A North American number: optional "+1", then 3-3-4 digits with common separators. */
export const phonePattern = /^(?:\+?1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]?\d{3}[\s.-]?\d{4}$/u
export const emailPattern = /^[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\].]{2,}$/u

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/gu, (character) => entities[character] ?? '')

/** Invisible characters: zero width, direction of writing, private use, not assigned. */
const invisible = /[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

export const removeInvisible = (text: string) => text.replaceAll(invisible, '')
export const hasInvisible = (text: string) => removeInvisible(text) !== text

/**
 * A name with its other writings, which received files state as `ideographic=phonetic`: "Tarou (太郎,
 * たろう)".
 */
export function formatGroupedName(name: string, groups: string): string {
  const others = groups.split('=').filter((text) => text !== '' && text !== name)
  return others.length === 0 ? name : `${name} (${others.join(', ')})`
}
