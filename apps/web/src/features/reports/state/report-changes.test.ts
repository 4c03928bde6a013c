import { describe, expect, test } from 'vitest'
import { ImageSlot, ReportDocument } from '@talus/report/document'
import type { Body } from '@talus/report/document'
import { listShippedTemplates, parseTemplate } from '@talus/report/templates'
import {
  addPage,
  changePage,
  continueOnNewPage,
  createPage,
  createReport,
  findFreeSlot,
  isEmptyReport,
  layOutPage,
  movePage,
  removePage,
  withImage,
  withImageCount,
  withImagesSwapped,
} from './report-changes.ts'
import { createReportStore } from './report-store.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const report = createReport(id(1), 'en', 'landscape')
const slot = (index: number, imageId: number) =>
  ImageSlot.parse({ index, imageId, studyId: 1, view: null, caption: '', alternativeText: '' })

const paragraphs = (count: number): Body => ({
  type: 'doc',
  content: Array.from({ length: count }, (_, index) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: `Paragraph ${String(index)}` }],
  })),
})

describe('a new report', () => {
  test('has one empty page without images, and is valid', () => {
    expect(report.pages).toHaveLength(1)
    expect(report.pages[0]).toMatchObject({ imageCount: 0, images: [] })
    expect(isEmptyReport(report)).toBe(true)
    expect(ReportDocument.safeParse(report).success).toBe(true)
  })
})

describe('the pages of a report', () => {
  test('are added behind a page and moved, and the last one is kept', () => {
    const second = addPage(report, createPage(id(2)))
    const third = addPage(second, createPage(id(3)), id(1))
    expect(third.pages.map((page) => page.id)).toEqual([id(1), id(3), id(2)])
    expect(movePage(third, id(2), -1)?.pages.map((page) => page.id)).toEqual([id(1), id(2), id(3)])
    expect(movePage(third, id(1), -1)).toBeUndefined()
    expect(removePage(removePage(third, id(1)), id(2)).pages.map((page) => page.id)).toEqual([
      id(3),
    ])
    expect(removePage(report, id(1))).toBe(report)
  })

  test('AddPage is an action of the store: it creates a page with the image count, which is active', () => {
    let last = 1
    const { actions, get } = createReportStore(report, () => id(++last))
    for (const count of [0, 2] as const) {
      const added = actions.addPage(count)
      expect(get().activeId).toBe(added)
      expect(get().report.pages.find((page) => page.id === added)).toMatchObject({
        imageCount: count,
        images: [],
        hasSpaceForSignature: false,
      })
    }
    actions.toggle(id(3))
    expect(get().activeId).toBeUndefined()
  })

  test('another language is a step that Undo takes back', () => {
    const { actions, get } = createReportStore(report, () => id(9))
    expect(actions.setLanguage('fr')).toBe(true)
    expect(get().report.language).toBe('fr')
    actions.go('undo')
    expect(get().report.language).toBe('en')
  })

  test('a page that is too full for the letterhead cannot become the first one', () => {
    const { heightLimit } = layOutPage(report, 0)
    const full = Math.floor((heightLimit + 8) / 28)
    const second = addPage(report, { ...createPage(id(2)), body: paragraphs(full) })
    expect(layOutPage(second, 1).isOverfull).toBe(false)
    expect(movePage(second, id(2), -1)).toBeUndefined()
  })
})

describe('the images of a page', () => {
  test('the slots of a page are 0, 1, 2 or 4, and any other image count is refused', () => {
    for (const count of [0, 1, 2, 4])
      expect(withImageCount(createPage(id(1)), count).imageCount).toBe(count)
    for (const count of [-1, 3, 5, 1.5, Number.NaN])
      expect(() => withImageCount(createPage(id(1)), count)).toThrow(RangeError)
  })

  test('fill the free slots, are exchanged, and are removed with their slot', () => {
    let page = withImageCount(createPage(id(1)), 2)
    expect(findFreeSlot(page)).toBe(0)
    page = withImage(withImage(page, slot(0, 11)), slot(1, 12))
    expect(findFreeSlot(page)).toBeUndefined()
    const swapped = withImagesSwapped(page, 0, 1)
    expect(swapped.images.map(({ imageId }) => Number(imageId))).toEqual([12, 11])
    expect(withImageCount(page, 1).images.map(({ imageId }) => Number(imageId))).toEqual([11])
  })
})

describe('a change that does not fit into its page', () => {
  test('is refused, and can be continued on a new page without losing a paragraph', () => {
    const result = changePage(report, id(1), (page) => ({ ...page, body: paragraphs(60) }))
    expect(result.isRefused).toBe(true)
    if (!result.isRefused) return
    let next = 1
    const continued = continueOnNewPage(report, result.page, () => id(++next))
    expect(continued?.pages.length).toBeGreaterThan(1)
    expect(continued?.pages.flatMap(({ body }) => body.content)).toEqual(paragraphs(60).content)
    expect(continued?.pages.every((_page, at) => !layOutPage(continued, at).isOverfull)).toBe(true)
    expect(ReportDocument.safeParse(continued).success).toBe(true)
  })

  test('a page that is too full already may get shorter', () => {
    const full = { ...report, pages: [{ ...createPage(id(1)), body: paragraphs(60) }] }
    const shorter = changePage(full, id(1), (page) => ({ ...page, body: paragraphs(50) }))
    expect(shorter.isRefused).toBe(false)
    const longer = changePage(full, id(1), (page) => ({ ...page, body: paragraphs(61) }))
    expect(longer.isRefused).toBe(true)
  })
})

describe('undo of the report', () => {
  const open = () => {
    let last = 100
    return createReportStore(report, () => id(++last))
  }

  test('returns images that a smaller layout has removed, exactly one step back and forward', () => {
    const { actions, get } = open()
    actions.change(id(1), (page) => withImage(withImageCount(page, 1), slot(0, 7)))
    const before = get().report
    actions.change(id(1), (page) => withImageCount(page, 0))
    const after = get().report
    expect(after.pages[0]?.images).toEqual([])
    expect(actions.go('undo')).toBe(true)
    expect(get().report).toBe(before)
    actions.go('undo')
    expect(get().report).toBe(before)
    actions.go('redo')
    expect(get().report).toBe(after)
    actions.go('redo')
    expect(get().report).toBe(after)
  })

  test('leaves a change of the text to its editor', () => {
    const { actions, get } = open()
    actions.change(id(1), (page) => withImageCount(page, 1))
    actions.changeText(id(1), paragraphs(1))
    const written = get().report
    expect(actions.go('undo')).toBe(false)
    expect(get().report).toBe(written)
  })

  test('takes a removed page back once, also if its toast is pressed, too', () => {
    const { actions, get } = open()
    actions.addPage(2)
    const [, second] = get().report.pages
    if (!second) throw new Error('The page is missing')
    actions.removePage(second.id)
    actions.go('undo')
    actions.restorePage(second, 1)
    expect(get().report.pages.map((page) => page.id)).toEqual([id(1), second.id])
  })

  test('takes a typed title back as one step', () => {
    const { actions, get } = open()
    for (const title of ['T', 'Th', 'Tho'])
      actions.change(id(1), (page) => ({ ...page, title }), 'title')
    actions.go('undo')
    expect(get().report.pages[0]?.title).toBe('')
  })
})

test('every shipped template fits below a title, or continues on new pages', () => {
  const titled = { ...createPage(id(1)), title: 'Report of the examination' }
  const templates = (['en', 'fr'] as const).flatMap((language) => listShippedTemplates(language))
  expect(templates.length).toBeGreaterThan(10)
  for (const template of templates) {
    const page = { ...titled, body: parseTemplate(template.text) }
    const before = { ...report, pages: [titled] }
    const result = changePage(before, id(1), () => page)
    let last = 1
    const next = result.isRefused
      ? continueOnNewPage(before, page, () => id(++last))
      : result.report
    expect(next?.pages.every((_, index) => !layOutPage(next, index).isOverfull)).toBe(true)
  }
})
