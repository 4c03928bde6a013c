import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPlainText } from '../document/index.ts'
import type { Body } from '../document/index.ts'
import { getAdvance, unitsPerEm } from '../fonts/index.ts'
import {
  breakLines,
  breakTextBlock,
  findBreakOpportunities,
  getPageFrame,
  layoutPage,
  paginateBody,
} from './index.ts'
import type { LayoutOptions } from './index.ts'
import { randomReport } from '../testing/random-reports.ts'
import { bodyOf, paragraph, text } from '../testing/sample-report.ts'

const linesOf = (content: string, width: number) =>
  breakLines([{ text: content, face: 'regular' }], 13.5, width).map(({ start, end }) =>
    content.slice(start, end),
  )
const breaksOf = (content: string) => {
  let start = 0
  return findBreakOpportunities(content).map((end) => {
    const part = content.slice(start, end)
    start = end
    return part
  })
}
const landscape: LayoutOptions = { orientation: 'landscape', language: 'fr', isFirst: false }
const emptyPage = { title: '', imageCount: 0, images: [], hasSpaceForSignature: false } as const

test('French punctuation, guillemets, units and no-break spaces never begin a line', () => {
  expect(breaksOf('Il dit : « oui » ! Non ?')).toEqual(['Il ', 'dit : ', '« oui » ! ', 'Non ?'])
  expect(breaksOf('de 12 mm à 14 h 30')).toEqual(['de ', '12 mm ', 'à ', '14 h ', '30'])
  expect(breaksOf('80\u00a0% et\u202fplus')).toEqual(['80\u00a0% ', 'et\u202fplus'])
  expect(breaksOf('12 monkeys')).toEqual(['12 ', 'monkeys'])
})

test('words with hyphens break behind them, numbers and dates do not', () => {
  expect(breaksOf('fémoro-tibial T4–T12 2026-11-16 −0,4 and/or 12/11')).toEqual([
    'fémoro-',
    'tibial ',
    'T4–',
    'T12 ',
    '2026-11-16 ',
    '−0,4 ',
    'and/',
    'or ',
    '12/11',
  ])
})

test('the spaces at the end of a line take no width', () => {
  const width = (getAdvance('regular', 97) * 3 * 13.5) / unitsPerEm
  expect(linesOf('aaa   aaa', width)).toEqual(['aaa   ', 'aaa'])
})

test('a word that is wider than the line is cut, and never within a character', () => {
  const lines = linesOf('😀'.repeat(9), 50)
  expect(lines.join('')).toBe('😀'.repeat(9))
  for (const line of lines) expect(line.isWellFormed()).toBe(true)
  expect(linesOf('ab', 0)).toEqual(['a', 'b'])
})

test('lines together are the text, and none but a single character is wider than its column', () => {
  const sign = fc.constantFrom(...Array.from('aaaaéœW  -–/:;?«»12mm\u00a0\u202f♂犬'))
  const face = fc.constantFrom('regular', 'bold', 'italic', 'boldItalic')
  const run = fc.record({ text: fc.string({ unit: sign, maxLength: 60 }), face })
  fc.assert(
    fc.property(
      fc.array(run, { maxLength: 5 }),
      fc.integer({ min: 20, max: 700 }),
      (runs, width) => {
        const whole = runs.map((part) => part.text).join('')
        const lines = breakLines(runs, 13.5, width)
        let at = 0
        for (const line of lines) {
          expect(line.start).toBe(at)
          at = line.end
          expect(line.width <= width + 1e-6 || line.end - line.start === 1).toBe(true)
        }
        expect(at).toBe(whole.length)
      },
    ),
  )
})

test('the page has the size of the specification and is full at 704.2 px', () => {
  const { width, height, content } = getPageFrame('landscape')
  expect([width, height]).toEqual([1032.3, 799.2])
  expect(content.height).toBeCloseTo(704.2, 9)
  expect(getPageFrame('portrait').content.height).toBeCloseTo(937.3, 9)
  const fill = (count: number) => {
    const blocks = Array.from({ length: count }, () => paragraph(text('a')))
    return layoutPage({ ...emptyPage, body: bodyOf(...blocks) }, landscape)
  }
  // 25 paragraphs of 20 px with 24 gaps of 8 px are 692 px.
  expect(fill(25).usedHeight).toBeCloseTo(692, 9)
  expect(fill(25).isOverfull).toBe(false)
  expect(fill(26).isOverfull).toBe(true)
})

test.each([0, 1, 2, 4] as const)(
  'the boxes of %i images are inside the page and apart',
  (imageCount) => {
    for (const orientation of ['landscape', 'portrait'] as const) {
      for (const isFirst of [true, false]) {
        const page = {
          ...emptyPage,
          title: 'Thorax',
          imageCount,
          body: bodyOf(paragraph(text('a'))),
        }
        const layout = layoutPage(page, { orientation, language: 'en', isFirst })
        const { content } = layout.frame
        expect(layout.images).toHaveLength(imageCount)
        expect(layout.isOverfull).toBe(false)
        const boxes = [...layout.images.map(({ box }) => box), { ...layout.textColumn, height: 20 }]
        for (const [index, box] of boxes.entries()) {
          expect(box.x).toBeGreaterThanOrEqual(content.x)
          expect(box.x + box.width).toBeLessThanOrEqual(content.x + content.width + 1e-6)
          expect(box.top + box.height).toBeLessThanOrEqual(content.top + content.height + 1e-6)
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              other.x >= box.x + box.width ||
              box.x >= other.x + other.width ||
              other.top >= box.top + box.height
            expect(isApart).toBe(true)
          }
        }
      }
    }
  },
)

test('a block that did not change is not broken into lines again', () => {
  const block = { type: 'paragraph' as const, content: [text('Aucune anomalie. '.repeat(20))] }
  const first = breakTextBlock(block, 'paragraph', 300, 'fr')
  expect(breakTextBlock(block, 'paragraph', 300, 'fr')).toBe(first)
  expect(breakTextBlock(block, 'paragraph', 400, 'fr')).not.toBe(first)
  expect(breakTextBlock({ ...block }, 'paragraph', 300, 'fr').lines).toEqual(first.lines)
})

test('a long text is distributed over pages that are not overfull, and no word is lost', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const report = randomReport(seed)
    for (const [index, page] of report.pages.entries()) {
      const { orientation, language } = report
      expect(layoutPage(page, { orientation, language, isFirst: index === 0 }).isOverfull).toBe(
        false,
      )
    }
  }
  const body: Body = bodyOf(paragraph(text('Aucune anomalie visible. '.repeat(400).trim())), {
    type: 'ordered_list',
    content: Array.from({ length: 60 }, (_, index) => ({
      type: 'list_item',
      content: [{ type: 'paragraph', content: [text(`Point ${String(index + 1)}`)] }],
    })),
  })
  const bodies = paginateBody(body, { ...landscape, isFirst: true }, () => emptyPage)
  expect(bodies.length).toBeGreaterThan(2)
  const words = (one: Body) => toPlainText(one, 'fr').trim().split(/\s+/u)
  expect(bodies.flatMap(words)).toEqual(words(body))
})

test('a heading moves to the next page with the text that follows it', () => {
  const body: Body = {
    type: 'doc',
    content: [
      ...Array.from({ length: 22 }, () => paragraph(text('a'))),
      // One paragraph more would leave space for a line below the heading.
      {
        type: 'bullet_list',
        content: [1, 2].map(() => ({ type: 'list_item', content: [{ type: 'paragraph' }] })),
      },
      { type: 'heading', attrs: { level: 2 }, content: [text('Conclusion')] },
      paragraph(text('Normal. '.repeat(40))),
    ],
  }
  const bodies = paginateBody(body, landscape, () => emptyPage)
  expect(bodies[1]?.content[0]?.type).toBe('heading')
})
