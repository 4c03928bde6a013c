import type { PdfObjects } from './pdf-objects.ts'
import type { PdfPage } from './pdf-page.ts'
import { formatNumber, toTextString } from './pdf-syntax.ts'

export interface Bookmark {
  readonly title: string
  readonly page: PdfPage
  readonly top: number
}

/** Writes the bookmarks as one flat list; returns the entry of the catalog, empty without any. */
export function writeBookmarks(objects: PdfObjects, bookmarks: readonly Bookmark[]): string {
  if (bookmarks.length === 0) return ''
  const outlines = objects.reserve()
  const ids = bookmarks.map(() => objects.reserve())
  const link = (name: string, id: number | undefined) =>
    id === undefined ? '' : `/${name} ${String(id)} 0 R`
  for (const [index, { title, page, top }] of bookmarks.entries()) {
    objects.put(
      ids[index] ?? 0,
      `<</Title${toTextString(title)}${link('Parent', outlines)}${link('Prev', ids[index - 1])}` +
        `${link('Next', ids[index + 1])}/Dest[${String(page.id)} 0 R/XYZ null ${formatNumber(page.toY(top))} null]>>`,
    )
  }
  objects.put(
    outlines,
    `<</Type/Outlines${link('First', ids[0])}${link('Last', ids.at(-1))}/Count ${String(ids.length)}>>`,
  )
  return `/Outlines ${String(outlines)} 0 R`
}
