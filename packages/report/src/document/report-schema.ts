import { z } from 'zod'
import { ImageId, StudyId, languages } from '@talus/contract'
import { cleanLine } from './clean-text.ts'
import { countPageCharacters } from './plain-text.ts'
import { InlineNode } from './inline-schema.ts'
import { imageCounts, reportLimits } from './report-limits.ts'

/**
 * The text of a page has the JSON form of a ProseMirror document, so that the editor reads and
 * writes it without a translation. The schema is closed and not recursive: doc, list, item,
 * paragraph, text is the deepest branch.
 */
const content = z.array(InlineNode).max(reportLimits.inlinesMax).optional()

export const Paragraph = z.strictObject({ type: z.literal('paragraph'), content })
export type Paragraph = z.output<typeof Paragraph>

export const headingLevels = [2, 3] as const
export const Heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.literal(headingLevels) }),
  content,
})
export type Heading = z.output<typeof Heading>

export const ListItem = z.strictObject({
  type: z.literal('list_item'),
  content: z.tuple([Paragraph]),
})
export type ListItem = z.output<typeof ListItem>

const items = z.array(ListItem).min(1).max(reportLimits.listItemsMax)
export const BulletList = z.strictObject({ type: z.literal('bullet_list'), content: items })
export type BulletList = z.output<typeof BulletList>
export const OrderedList = z.strictObject({
  type: z.literal('ordered_list'),
  /** The number of the first item, for a list that continues on the next page; 1 if missing. */
  attrs: z.strictObject({ order: z.int().min(1).max(9999) }).optional(),
  content: items,
})
export type OrderedList = z.output<typeof OrderedList>

export const Block = z.discriminatedUnion('type', [Paragraph, Heading, BulletList, OrderedList])
export type Block = z.output<typeof Block>

export const Body = z.strictObject({
  type: z.literal('doc'),
  content: z.array(Block).min(1).max(reportLimits.blocksMax),
})
export type Body = z.output<typeof Body>

export const ImageSlot = z.strictObject({
  /** The position on the page, from 0. */
  index: z.int().min(0).max(3),
  imageId: ImageId,
  studyId: StudyId,
  /**
   * The stored picture of the image as the viewer showed it, with window, crop, flips and drawings;
   * null for the image as its file shows it. Only the server knows what the text refers to.
   */
  view: z
    .string()
    .regex(/^[\w.:-]+$/u)
    .max(reportLimits.viewReferenceMax)
    .nullable(),
  caption: z.string().max(reportLimits.captionMax, 'field/too-long').transform(cleanLine),
  alternativeText: z
    .string()
    .max(reportLimits.alternativeTextMax, 'field/too-long')
    .transform(cleanLine),
})
export type ImageSlot = z.output<typeof ImageSlot>

export const ReportPage = z
  .strictObject({
    /** Made by the editor; unique within the report. */
    id: z.uuid(),
    title: z.string().max(reportLimits.titleMax, 'field/too-long').transform(cleanLine),
    imageCount: z.literal(imageCounts),
    images: z.array(ImageSlot).max(4),
    body: Body,
    hasSpaceForSignature: z.boolean(),
  })
  .refine(
    ({ images, imageCount }) =>
      images.every(({ index }) => index < imageCount) &&
      new Set(images.map(({ index }) => index)).size === images.length,
    { path: ['images'], error: 'field/invalid' },
  )
  .refine((page) => countPageCharacters(page.body) <= reportLimits.pageTextMax, {
    path: ['body'],
    error: 'field/too-long',
  })
export type ReportPage = z.output<typeof ReportPage>

export const pageOrientations = ['landscape', 'portrait'] as const
export type PageOrientation = (typeof pageOrientations)[number]

export const ReportDocument = z
  .strictObject({
    /** Changes when the schema changes, so that stored drafts can be converted. */
    version: z.literal(1),
    language: z.enum(languages),
    /** Stored with the report, because every line depends on it. */
    orientation: z.enum(pageOrientations),
    pages: z.array(ReportPage).min(1).max(reportLimits.pagesMax),
  })
  .refine(({ pages }) => new Set(pages.map(({ id }) => id)).size === pages.length, {
    path: ['pages'],
    error: 'field/invalid',
  })
export type ReportDocument = z.output<typeof ReportDocument>
