/** The limits of a report; the editor shows them, and the server refuses a document beyond them. */
export const reportLimits = {
  pagesMax: 50,
  /** Characters of the text of one page, as they are shown. */
  pageTextMax: 20_000,
  blocksMax: 1000,
  listItemsMax: 500,
  inlinesMax: 2000,
  titleMax: 120,
  captionMax: 160,
  alternativeTextMax: 500,
  viewReferenceMax: 200,
  fieldOptionsMax: 20,
  fieldTextMax: 400,
} as const

/** The numbers of images that a page can show. */
export const imageCounts = [0, 1, 2, 4] as const
export type ImageCount = (typeof imageCounts)[number]

export const isImageCount = (count: number): count is ImageCount =>
  imageCounts.some((allowed) => allowed === count)
