import { ImageSlot } from '@talus/report/document'
import type { ReportDocument } from '@talus/report/document'
import { expect, test } from 'vitest'
import { withCollectedImage } from './collect-image.ts'
import { listCollectedImages } from './collected-images.ts'
import { createPage, createReport } from './report-changes.ts'
import { createReportStore } from './report-store.ts'

let lastId = 0
const createId = () => `00000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`
const createSlot =
  (imageId: number) =>
  (index: number): ImageSlot =>
    ImageSlot.parse({ index, imageId, studyId: 1, view: null, caption: '', alternativeText: '' })
function collect(report: ReportDocument, ...images: number[]): ReportDocument {
  let next = report
  for (const image of images) {
    const changed = withCollectedImage(next, createSlot(image), createId)
    if (!changed) throw new Error('The report is full')
    next = changed
  }
  return next
}
const write = (report: ReportDocument, text: string): ReportDocument => ({
  ...report,
  pages: report.pages.map((page) => ({
    ...page,
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    },
  })),
})
const listImages = ({ pages }: ReportDocument) =>
  pages.flatMap(({ images }) => images.map(({ imageId }) => imageId))

test('images that the viewer has added to the stored draft are found, also on new pages', () => {
  const saved = write(createReport(createId(), 'en', 'landscape'), 'Saved')
  const found = listCollectedImages(saved, collect(saved, 1, 2, 3, 4, 5, 6))
  expect(found?.map(({ imageId }) => imageId)).toEqual([1, 2, 3, 4, 5, 6])
  const before = collect(saved, 1)
  expect(listCollectedImages(before, collect(before, 1))).toHaveLength(1)
  expect(listCollectedImages(before, before)).toEqual([])
})

test('a draft that the viewer has started is made of its images', () => {
  const started = collect(createReport(createId(), 'en', 'landscape'), 7)
  expect(listCollectedImages(undefined, started)?.map(({ imageId }) => imageId)).toEqual([7])
  expect(listCollectedImages(undefined, write(started, 'Text'))).toBeUndefined()
})

test('other changes of the stored draft are left to the user', () => {
  const saved = collect(write(createReport(createId(), 'en', 'landscape'), 'Saved'), 1)
  const [page = createPage(createId())] = saved.pages
  const longer = { ...saved, pages: [...saved.pages, createPage(createId())] }
  expect(listCollectedImages(longer, saved)).toBeUndefined()
  const changes: ReportDocument[] = [
    write(saved, 'Other'),
    { ...saved, language: 'fr' },
    { ...saved, pages: [{ ...page, title: 'Thorax' }] },
    { ...saved, pages: [{ ...page, images: [] }] },
  ]
  for (const changed of changes) expect(listCollectedImages(saved, changed)).toBeUndefined()
})

test('collected images join the open report beside its unsaved text', () => {
  const saved = createReport(createId(), 'en', 'landscape')
  const store = createReportStore(write(saved, 'Not saved yet'), createId)
  expect(store.actions.collect([createSlot(3)(0), createSlot(4)(1)])).toBe(true)
  const { report } = store.get()
  expect(listImages(report)).toEqual([3, 4])
  expect(JSON.stringify(report.pages)).toContain('Not saved yet')
})
