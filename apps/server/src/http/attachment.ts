/**
 * The Content-Disposition header for a file to be saved, by RFC 6266. Users type the names, and a
 * name with a quotation mark or a line end could otherwise inject headers.
 */
export function formatAttachmentHeader(fileName: string): string {
  const name = fileName.toWellFormed()
  // For clients that support ASCII only: é becomes e, and a character without an ASCII form becomes
  // _.
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
