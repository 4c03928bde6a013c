import { expect, test } from 'vitest'
import { createHeadingTags } from './heading-levels.ts'
import { createReportPdf, createPdfWriter, readJpegHeader } from './index.ts'
import { formatNumber, toTextString, toUtf8Bytes } from './pdf-syntax.ts'
import { createXmp } from './xmp.ts'
import { createGreyJpeg } from '../testing/jpeg-files.ts'
import { printOptions } from '../testing/print-options.ts'
import { bodyOf, paragraph, sampleReport, text } from '../testing/sample-report.ts'

const options = { ...printOptions, pictures: new Map<string, Uint8Array>() }

test('the same report gives the same bytes', () => {
  const report = sampleReport(bodyOf(paragraph(text('Aucune anomalie'))))
  expect(createReportPdf(report, options)).toEqual(createReportPdf(report, options))
})

test('a report with an overfull page is refused instead of printed beyond its page', () => {
  const report = sampleReport(bodyOf(paragraph(text('Aucune anomalie. '.repeat(600)))))
  expect(() => createReportPdf(report, options)).toThrow('Page 1 of the report is overfull')
})

test('headings never skip a level', () => {
  const tag = createHeadingTags()
  const styles = [
    'heading3',
    'heading3',
    'title',
    'heading3',
    'paragraph',
    'heading3',
    'heading2',
  ] as const
  expect(styles.map(tag)).toEqual(['H1', 'H2', 'H1', 'H2', 'P', 'H3', 'H2'])
})

test('content outside of a mark is refused', () => {
  const page = createPdfWriter(printOptions).addPage(100, 100)
  expect(() => {
    page.drawRule([0, 0], [1, 1], 1, [0, 0, 0])
  }).toThrow('inside a mark')
})

test('the header of a JPEG file is read; damaged files and four colours are refused', () => {
  const jpeg = createGreyJpeg(800, 601)
  expect(readJpegHeader(jpeg)).toEqual({ width: 800, height: 601, components: 1 })
  expect(() => readJpegHeader(jpeg.slice(0, 60))).toThrow('damaged')
  expect(() => readJpegHeader(Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toThrow('not a JPEG')
  const four = jpeg.slice()
  // The number of components is ten bytes behind the marker of the frame.
  four[71 + 9] = 4
  expect(() => readJpegHeader(four)).toThrow('neither grey nor RGB')
})

test('numbers have no exponent, and text is hexadecimal', () => {
  expect([1e-9, -1e-9, 1 / 3, 774.225, -0.5].map(formatNumber)).toEqual([
    '0',
    '0',
    '0.333',
    '774.225',
    '-0.5',
  ])
  expect(toTextString('é)')).toBe('<FEFF00E90029>')
  expect(toUtf8Bytes('é≥🐶')).toEqual(new Uint8Array(Buffer.from('é≥🐶')))
})

test('the metadata contain no character that XML forbids', () => {
  const xmp = createXmp({ ...printOptions.info, title: '<b>&\u0000\u0007"' })
  expect(xmp).toContain('>&lt;b&gt;&amp;&quot;</rdf:li>')
})
