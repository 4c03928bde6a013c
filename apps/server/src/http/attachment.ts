/**
 * Content-Disposition for a file to be saved, by RFC 6266. Names come from people, and one with a
 * quotation mark or a line end in it would write headers of its own.
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed()
  // For programs that know no other alphabet: é becomes e, and what has no plain form a line.
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
