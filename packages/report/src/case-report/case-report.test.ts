import { expect, test } from 'vitest'
import { createGreyJpeg } from '../testing/jpeg-files.ts'
import { sampleCase, signedOptions } from '../testing/sample-case.ts'
import { layoutCaseReport } from './case-pages.ts'
import { createCaseReportPdf } from './index.ts'

const countPictures = (pictures: number) =>
  layoutCaseReport(sampleCase(pictures, 60)).map((page) => page.pictures.length)

test.each([
  [0, [0]],
  [1, [1]],
  [2, [2]],
  [4, [4]],
  [5, [4, 1]],
  [10, [4, 6]],
  [11, [4, 6, 1]],
])('%i pictures are four on the first page and six on each further one', (pictures, pages) => {
  expect(countPictures(pictures)).toEqual(pages)
})

test('the first page has two pictures in a row, and the text beside them', () => {
  const [page] = layoutCaseReport(sampleCase(4))
  const tops = page?.pictures.map(({ image }) => image.box.top) ?? []
  expect(tops[0]).toBe(tops[1])
  expect(tops[2]).toBe(tops[3])
  expect(tops[2]).toBeGreaterThan(tops[0] ?? 0)
  const lines = page?.layout.blocks.flatMap((block) => block.lines) ?? []
  const left = Math.min(...(page?.pictures.map(({ image }) => image.box.x) ?? []))
  for (const line of lines)
    expect(line.x + (page?.layout.textColumn.width ?? 0)).toBeLessThanOrEqual(left)
})

test.each([
  [1, 1, [1]],
  [3, 1, [1, 2]],
  [3, 3, [1, 2]],
  [12, 4, [1, 6, 5]],
  [14, 13, [1, 6, 6, 1]],
])(
  'of %i pictures %i large ones are printed first: one on the first page, six on each further one',
  (pictures, large, pages) => {
    const laidOut = layoutCaseReport(sampleCase(pictures, 60, large))
    expect(laidOut.map((page) => page.pictures.length)).toEqual(pages)
    const [first] = laidOut[0]?.pictures ?? []
    expect(first?.image.pictureArea.width).toBeGreaterThanOrEqual(456)
    expect(first?.image.pictureArea.height).toBeGreaterThanOrEqual(360)
  },
)

test.each([
  ['wide', 1600, 700, 2],
  ['upright', 600, 800, 3],
])(
  'six %s pictures fill a page in the columns in which they are largest',
  (_, width, height, columns) => {
    const report = sampleCase(13, 60, 13)
    const pictures = report.pictures.map((one) => ({ ...one, jpeg: createGreyJpeg(width, height) }))
    const page = layoutCaseReport({ ...report, pictures })[1]
    const boxes = page?.pictures.map(({ image }) => image.box) ?? []
    expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(columns)
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(6 / columns)
    const bottom = Math.max(...boxes.map((box) => box.top + box.height))
    const { frame } = page?.layout ?? {}
    expect(bottom).toBeGreaterThan(
      0.95 * ((frame?.content.top ?? 0) + (frame?.content.height ?? 0)),
    )
  },
)

test('a line end stays a line end, and an empty line an empty line', () => {
  const text = '\nOne.\r\nTwo.\n\n\nThree.\n'
  const section = { heading: 'Findings', text, items: [], isEmphasized: false }
  const [page] = layoutCaseReport({ ...sampleCase(0), sections: [section] })
  const lines = page?.layout.blocks.flatMap((block) => block.lines) ?? []
  expect(lines.map((line) => line.text)).toEqual(['Findings', 'One.', 'Two.', '', 'Three.'])
  const tops = lines.slice(1).map((line) => line.top)
  const height = (tops[1] ?? 0) - (tops[0] ?? 0)
  expect(tops.map((top) => (top - (tops[0] ?? 0)) / height)).toEqual([0, 1, 2, 3])
  const [paragraph] = page?.layout.blocks.filter(({ style }) => style === 'paragraph') ?? []
  expect(height).toBe((paragraph?.bottom ?? 0) - (paragraph?.top ?? 0))
})

test('a page with further pictures has three in a row', () => {
  const page = layoutCaseReport(sampleCase(10))[1]
  expect(new Set(page?.pictures.map(({ image }) => Math.round(image.box.x))).size).toBe(3)
  expect(new Set(page?.pictures.map(({ image }) => Math.round(image.box.top))).size).toBe(2)
})

test('only the last page has space for the signature, however long the text is', () => {
  for (const pictures of [0, 3, 7, 18])
    for (let findings = 0; findings <= 1700; findings += 50) {
      const pages = layoutCaseReport(sampleCase(pictures, findings))
      expect(pages.map(({ layout }) => layout.signature !== null)).toEqual(
        pages.map((_, index) => index === pages.length - 1),
      )
      for (const { layout } of pages) {
        expect(layout.isOverfull).toBe(false)
        const bottom = Math.max(...layout.blocks.map((block) => block.bottom))
        if (layout.signature) expect(layout.signature.top).toBeGreaterThanOrEqual(bottom)
      }
    }
})

test('pictures of the last page end above the signature', () => {
  const page = layoutCaseReport(sampleCase(10)).at(-1)
  const bottoms = page?.pictures.map(({ image }) => image.box.top + image.box.height) ?? []
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(page?.layout.signature?.top ?? 0)
})

test('no text is lost when the findings continue on another page', () => {
  const report = sampleCase(4, 1700)
  const pages = layoutCaseReport(report)
  expect(pages.length).toBeGreaterThan(1)
  const text = pages
    .flatMap(({ layout }) => layout.blocks.flatMap(({ lines }) => lines.map((line) => line.text)))
    .join('')
    .replaceAll(/\s/gu, '')
  for (const section of report.sections) expect(text).toContain(section.text.replaceAll(/\s/gu, ''))
})

test('a section names the page on which another one starts', () => {
  const section = (heading: string, text: string, items: readonly string[] = []) => ({
    heading,
    text,
    items,
    isEmphasized: false,
  })
  const long = 'Findings with {{page}}. '.repeat(200)
  for (const pages of [0, 2, 12]) {
    const sections = [
      { ...section('Notes', '', ['From page {{page}}.']), namesPageOf: 'Addendum 2' },
      section('Findings', 'Findings with {{page}}. '.repeat(200).repeat(pages)),
      section('Addendum 2', long),
    ]
    const texts = layoutCaseReport({ ...sampleCase(1), sections }).map(({ layout }) =>
      layout.blocks.flatMap(({ lines }) => lines.map((line) => line.text)),
    )
    const page = texts.findIndex((lines) => lines.includes('Addendum 2')) + 1
    expect(texts[0]).toContain(`From page ${page}.`)
    expect(texts.flat().join(' ')).toContain('{{page}}')
  }
})

test('the same report gives the same bytes', () => {
  const report = sampleCase(3)
  expect(createCaseReportPdf(report, signedOptions)).toEqual(
    createCaseReportPdf(report, signedOptions),
  )
})
