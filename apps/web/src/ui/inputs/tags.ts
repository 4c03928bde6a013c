/** Splits typed or pasted text into tags. */
export const splitTags = (text: string, separator: RegExp): readonly string[] =>
  text
    .split(/[\n\r]/u)
    .flatMap((line) => line.split(separator))
    .map((part) => part.trim())
    .filter(Boolean)

/** Adds tags without duplicates, ignoring case. */
export function addTags(tags: readonly string[], added: readonly string[]): readonly string[] {
  const next = [...tags]
  for (const tag of added)
    if (!next.some((known) => known.toLowerCase() === tag.toLowerCase())) next.push(tag)
  return next
}
