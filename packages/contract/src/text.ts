/** White space as people mean it: no ends, one space between words. */
export const collapsed = (text: string) => text.replace(/\s+/gu, ' ').trim()

/**
 * What a search compares: lower case, accents gone, so that "etoile" finds "Étoile".
 * SQLite's own lower() folds ASCII only, hence a stored column made by this function.
 */
export const folded = (text: string) =>
  collapsed(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')

/** A clinic's address comes in lines; commas at the ends of a line would double up when joined. */
export const joinedAddress = (address: string) =>
  address
    .split(/\r?\n/u)
    .map((line) => line.replace(/^[\s,]+|[\s,]+$/gu, ''))
    .filter((line) => line !== '')
    .join(', ')

/** "+1", then 3-3-4 digits with the separators people type; nothing else is a North American number. */
export const phonePattern = /^(?:\+?1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]?\d{3}[\s.-]?\d{4}$/u
export const emailPattern = /^[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\].]{2,}$/u
