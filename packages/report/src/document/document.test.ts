import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  Body,
  FieldNode,
  MeasurementNode,
  ReportDocument,
  ReportPage,
  cleanText,
  emptyBody,
  formatFieldNotation,
  formatMeasurement,
  normalizeBody,
  reportLimits,
  toPlainText,
} from './index.ts'
import {
  bodyOf,
  hardSentence,
  paragraph,
  sampleReport,
  text,
  vhs,
} from '../testing/sample-report.ts'

const measurement = MeasurementNode.parse({ type: 'measurement', attrs: vhs })
const field = FieldNode.parse({
  type: 'field',
  attrs: { kind: 'choice', options: ['none', 'mild'], unit: '', hint: '', value: null },
})

test('the schema accepts every kind of node and keeps the text unchanged', () => {
  const body = bodyOf(
    { type: 'heading', attrs: { level: 2 }, content: [text('Findings')] },
    paragraph(text(hardSentence, 'strong', 'em'), measurement, field),
    {
      type: 'bullet_list',
      content: [{ type: 'list_item', content: [{ type: 'paragraph', content: [text('one')] }] }],
    },
  )
  expect(Body.parse(JSON.parse(JSON.stringify(body)))).toEqual(body)
})

const hostile: readonly (readonly [string, unknown])[] = [
  ['an unknown node', { type: 'image', attrs: { src: 'https://example.org' } }],
  ['an unknown mark', paragraph({ ...text('a'), marks: [{ type: 'link' as 'em' }] })],
  ['a heading of level 1', { type: 'heading', attrs: { level: 1 } }],
  ['an attribute that no node has', { type: 'paragraph', onclick: 'alert(1)' }],
  [
    'a list inside a list',
    {
      type: 'bullet_list',
      content: [{ type: 'list_item', content: [{ type: 'bullet_list', content: [] }] }],
    },
  ],
  ['an empty list', { type: 'ordered_list', content: [] }],
  ['a text beyond the limit of a page', paragraph(text('a'.repeat(20_001)))],
  [
    'a text beyond the limit in two parts',
    {
      type: 'bullet_list',
      content: [0, 1].map(() => ({
        type: 'list_item',
        content: [paragraph(text('a'.repeat(10_001)))],
      })),
    },
  ],
]
test.each(hostile)('the schema refuses %s', (_name, block) => {
  const report = sampleReport(bodyOf(paragraph(text('a'))))
  const [page] = report.pages
  const changed = { ...report, pages: [{ ...page, body: { type: 'doc', content: [block] } }] }
  expect(ReportDocument.safeParse(changed).success).toBe(false)
})

test('a page has images with id and index, imageCount, a text and hasSpaceForSignature, and nothing else', () => {
  const slot = { index: 1, imageId: 7, studyId: 1, view: null, caption: '', alternativeText: '' }
  const page = {
    id: '00000000-0000-4000-8000-000000000001',
    title: '',
    imageCount: 2,
    images: [slot],
    body: emptyBody(),
    hasSpaceForSignature: true,
  }
  expect(ReportPage.parse(page)).toEqual(page)
  for (const name of ['images', 'imageCount', 'body', 'hasSpaceForSignature'])
    expect(ReportPage.safeParse({ ...page, [name]: undefined }).success).toBe(false)
  expect(ReportPage.safeParse({ ...page, htmlContent: '<p></p>' }).success).toBe(false)
})

test('the schema refuses an image outside the layout of its page and a slot used twice', () => {
  const report = sampleReport(bodyOf(paragraph(text('a'))))
  const [page] = report.pages
  const image = { imageId: 1, studyId: 1, view: null, caption: '', alternativeText: '' }
  const parse = (imageCount: number, indexes: readonly number[]) =>
    ReportDocument.safeParse({
      ...report,
      pages: [{ ...page, imageCount, images: indexes.map((index) => ({ ...image, index })) }],
    }).success
  expect(parse(2, [0, 1])).toBe(true)
  expect(parse(1, [1])).toBe(false)
  expect(parse(2, [0, 0])).toBe(false)
  expect(parse(3, [])).toBe(false)
})

test('the schema refuses more pages than the limit', () => {
  const report = sampleReport(bodyOf(paragraph(text('a'))))
  const pages = Array.from({ length: reportLimits.pagesMax + 1 }, (_, index) => ({
    ...report.pages[0],
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }))
  expect(ReportDocument.safeParse({ ...report, pages }).success).toBe(false)
  expect(ReportDocument.safeParse({ ...report, pages: pages.slice(1) }).success).toBe(true)
})

test('cleanText composes accents and removes control and invisible characters', () => {
  expect(cleanText('e\u0301te\u0301\u200b \u0007a\tb\r\nc\ud800')).toBe('été a b c\ufffd')
  expect(cleanText('a\u00a0b\u202fc')).toBe('a\u00a0b\u202fc')
  expect(cleanText('\u2642\ufe0f')).toBe('\u2642')
})

test('normalizing joins neighbours of one style, whatever the order of their marks', () => {
  const body = bodyOf(
    paragraph(text('a', 'strong', 'em'), text('b', 'em', 'strong'), text(''), text('c')),
  )
  expect(normalizeBody(body)).toEqual(bodyOf(paragraph(text('ab', 'strong', 'em'), text('c'))))
})

test('normalizing twice changes nothing more, and the text stays', () => {
  const part = fc.record({
    words: fc.string({
      unit: fc.constantFrom('a', 'e', ' ', 'œ', '\u0301', '\u200b', '\t'),
      maxLength: 8,
    }),
    bold: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const body = bodyOf(
        paragraph(
          ...parts.map(({ words, bold }) => text(words, ...(bold ? ['strong' as const] : []))),
        ),
      )
      const once = normalizeBody(body)
      expect(normalizeBody(once)).toEqual(once)
      expect(Body.safeParse(once).success).toBe(true)
    }),
  )
})

test('a measurement reads with the decimal sign of the language and its reference range', () => {
  expect(formatMeasurement(measurement.attrs, 'en')).toBe(
    'VHS\u00a010.8\u00a0v (right lateral, Buchanan, reference\u00a08.7–10.7)',
  )
  expect(formatMeasurement(measurement.attrs, 'fr')).toContain('10,8\u00a0v')
  expect(
    formatMeasurement({ ...measurement.attrs, value: -0.04, unit: '°', detail: 'value' }, 'en'),
  ).toBe('VHS\u00a00.0°')
  expect(
    formatMeasurement(
      {
        ...measurement.attrs,
        view: '',
        method: '',
        range: { low: 105, high: null, source: '' },
      },
      'fr',
    ),
  ).toBe('VHS\u00a010,8\u00a0v (référence\u00a0≥\u00a0105,0)')
})

test('an unfilled field reads as its notation, a filled one as its value', () => {
  expect(formatFieldNotation(field.attrs)).toBe('[none | mild]')
  const filled = { ...field, attrs: { ...field.attrs, value: 'mild' } }
  expect(toPlainText(bodyOf(paragraph(text('Effusion: '), filled)), 'en')).toBe('Effusion: mild')
})
