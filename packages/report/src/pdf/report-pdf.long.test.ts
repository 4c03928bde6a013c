import { describe, expect, test } from 'vitest'
import { ReportDocument } from '../document/index.ts'
import { layoutPage } from '../layout/index.ts'
import type { PageLayout, PlacedLine } from '../layout/index.ts'
import { createReportPdf, printDocument } from './index.ts'
import { createGreyJpeg } from '../testing/jpeg-files.ts'
import { missingPdfTools, readTaggedElements, readWords, runPdfTool } from '../testing/pdf-tools.ts'
import type { PdfWord, TaggedElement } from '../testing/pdf-tools.ts'
import { printOptions } from '../testing/print-options.ts'
import { randomReport } from '../testing/random-reports.ts'
import { bodyOf, hardSentence, paragraph, sampleReport, text } from '../testing/sample-report.ts'

const note =
  missingPdfTools.length > 0 ? ` (skipped: ${missingPdfTools.join(', ')} not installed)` : ''

const print = (report: ReportDocument) =>
  createReportPdf(report, { ...printOptions, pictures: new Map() })

const layoutsOf = ({ pages, orientation, language }: ReportDocument): PageLayout[] =>
  pages.map((page, index) => layoutPage(page, { orientation, language, isFirst: index === 0 }))

const withoutSpaces = (content: string) => content.replaceAll(/\s/gu, '')

const linesOf = (layout: PageLayout): PlacedLine[] => [
  ...layout.title,
  ...layout.blocks.flatMap(({ lines }) => lines),
]

/** The text of a line as another program reads it: the words at its height and in its column. */
function readLine(words: readonly PdfWord[], line: PlacedLine, height: number): string {
  return words
    .filter(({ x, middle }) => x >= line.x - 1 && middle > line.top && middle < line.top + height)
    .map((word) => word.text)
    .join('')
}

/** The patient block is a list, and the last of its values ends the header. */
const isHeaderElement = ({ text: content }: TaggedElement) =>
  content === printOptions.patient.at(-1)?.value

const headingTypes: Readonly<Record<string, string>> = {
  title: 'H1',
  heading2: 'H2',
  heading3: 'H3',
}

function toExpectedElements(layout: PageLayout): TaggedElement[] {
  const elements: TaggedElement[] = []
  const join = (lines: readonly PlacedLine[]) =>
    lines
      .map((line) => line.text)
      .join('')
      .trim()
  if (layout.title.length > 0) elements.push({ type: 'H1', text: join(layout.title) })
  for (const [index, block] of layout.blocks.entries()) {
    const content = join(block.lines)
    if (!block.label) elements.push({ type: headingTypes[block.style] ?? 'P', text: content })
    else {
      if (layout.blocks[index - 1]?.position.block !== block.position.block) {
        elements.push({ type: 'L', text: '' })
      }
      elements.push(
        { type: 'LI', text: '' },
        { type: 'Lbl', text: block.label.text },
        { type: 'LBody', text: content },
      )
    }
  }
  if (layout.signature) elements.push({ type: 'P', text: 'Signature Date' })
  return elements
}

/** Headings as the tags must have them: none is more than one level below the one before. */
function withoutSkippedLevels(elements: readonly TaggedElement[]): TaggedElement[] {
  let last = 0
  return elements.map(({ type, text: content }) => {
    if (!/^H[123]$/u.test(type)) return { type, text: content }
    last = Math.min(Number(type.slice(1)), last + 1)
    return { type: `H${String(last)}`, text: content }
  })
}

describe.skipIf(missingPdfTools.length > 0)(`a PDF of a report${note}`, () => {
  test('has the lines of the layout engine, for 500 random reports in both languages', () => {
    const reports = Array.from({ length: 500 }, (_, index) => randomReport(index + 1))
    const layouts = reports.flatMap(layoutsOf)
    const pages = layouts.map((layout) => ({ title: '', layout, pictures: [] }))
    const words = readWords(printDocument(pages, printOptions))
    expect(words).toHaveLength(layouts.length)
    let lineCount = 0
    for (const [index, layout] of layouts.entries()) {
      const lines = linesOf(layout).filter(({ pieces }) => pieces.length > 0)
      const found = lines.map((line) => readLine(words[index] ?? [], line, line.size * 1.4))
      expect(found).toEqual(lines.map((line) => withoutSpaces(line.text)))
      lineCount += lines.length
    }
    expect(lineCount).toBeGreaterThan(3000)
    expect(new Set(reports.map(({ language }) => language)).size).toBe(2)
  }, 180_000)

  test('has the elements of the document in reading order, and headings skip no level', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const report = randomReport(seed)
      const bytes = print(report)
      const elements = readTaggedElements(bytes).map(({ type, text: content }) => ({
        type,
        text: content.trim(),
      }))
      const content = elements.slice(elements.findLastIndex(isHeaderElement) + 1)
      expect(content.filter(({ type }) => type !== 'Sect')).toEqual(
        withoutSkippedLevels(layoutsOf(report).flatMap(toExpectedElements)),
      )
    }
  })

  test('is accepted by qpdf and mutool, with embedded subsets that map to Unicode', () => {
    const bytes = print(randomReport(3))
    expect(runPdfTool('qpdf', bytes, ['--check', 'FILE'])).toContain(
      'No syntax or stream encoding errors',
    )
    expect(runPdfTool('mutool', bytes, ['draw', '-F', 'txt', 'FILE'])).toContain('Pépin')
    const fonts = runPdfTool('pdffonts', bytes, ['FILE']).trim().split('\n').slice(2)
    expect(fonts.length).toBeGreaterThanOrEqual(2)
    for (const font of fonts)
      expect(font).toMatch(/^[A-Z]{6}\+Inter-\w+ +CID TrueType +Identity-H +yes yes yes /u)
  })

  test('is tagged, has the size and the metadata, and passes JPEG files through', () => {
    const report = sampleReport(bodyOf(paragraph(text('a'))))
    const slot = {
      imageId: 7,
      studyId: 1,
      view: 'as-seen',
      caption: 'Profil droit',
      alternativeText: 'Thorax',
    }
    const pictured = ReportDocument.parse({
      ...report,
      pages: report.pages.map((page) => ({
        ...page,
        imageCount: 1,
        images: [{ ...slot, index: 0 }],
      })),
    })
    const jpeg = createGreyJpeg(800, 600)
    const bytes = createReportPdf(pictured, {
      ...printOptions,
      pictures: new Map([['7:as-seen', jpeg]]),
      letterhead: {
        ...printOptions.letterhead,
        logo: { jpeg: createGreyJpeg(64, 32), alternativeText: 'Logo' },
      },
    })
    const info = runPdfTool('pdfinfo', bytes, ['FILE'])
    expect(info).toMatch(/^Title: +Compte rendu – Pépin$/mu)
    expect(info).toMatch(/^Subject: +Thorax & abdomen <2>$/mu)
    expect(info).toMatch(/^Tagged: +yes$/mu)
    expect(info).toMatch(/^JavaScript: +no$/mu)
    expect(info).toMatch(/^Page size: +774\.225 x 599\.4 pts$/mu)
    const xmp = runPdfTool('pdfinfo', bytes, ['-meta', 'FILE'])
    expect(xmp).toContain(
      '<pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>',
    )
    const images = runPdfTool('pdfimages', bytes, ['-list', 'FILE'])
    expect(images).toMatch(/ 800 +600 +gray +1 +8 +jpeg /u)
    expect(images).toMatch(/ 64 +32 +gray +1 +8 +jpeg /u)
    expect(Buffer.from(bytes).includes(Buffer.from(jpeg))).toBe(true)
  })

  test('returns every character, also one that Inter lacks, and text that looks like PDF', () => {
    const hostile = ') Tj ET q /JS (app.alert(1)) <</AA<</O 1 0 R>>>> endstream'
    const bytes = print(
      sampleReport(
        bodyOf(
          paragraph(text(hardSentence)),
          paragraph(text(hostile)),
          paragraph(text('Chien 犬猫 noir 🐶')),
        ),
      ),
    )
    const content = runPdfTool('pdftotext', bytes, ['FILE', '-'])
    // pdftotext writes every space as U+0020; the tags keep those that do not break.
    expect(content).toContain(hardSentence.replaceAll('\u00a0', ' '))
    expect(content).toContain(hostile)
    expect(content).toContain('Chien 犬猫 noir 🐶')
    const tagged = readTaggedElements(bytes).map((element) => element.text)
    expect(tagged).toContain(`${hardSentence} `)
    expect(tagged).toContain(`${hostile} `)
    expect(tagged.join('')).toContain('Chien □□ noir □ ')
  })

  test('marks every text and image, and has no link, action, script or attachment', () => {
    const bytes = print(randomReport(5))
    const readable = runPdfTool('qpdf', bytes, ['--qdf', '--object-streams=disable', 'FILE', '-'])
    const dictionaries = readable.replaceAll(/^stream\n[\s\S]*?\nendstream$/gmu, '')
    expect(dictionaries).not.toMatch(
      /\/(?:JS|JavaScript|AA|OpenAction|URI|Launch|EmbeddedFiles?|Annots|AcroForm|A\s*<<\s*\/S)\b/u,
    )
    const contents = [...readable.matchAll(/^stream\n([\s\S]*?)\nendstream$/gmu)]
      .map(([, content]) => content ?? '')
      .filter((content) => content.includes(' BDC\n'))
    expect(contents.length).toBeGreaterThan(0)
    for (const content of contents) {
      let depth = 0
      for (const line of content.split('\n')) {
        const draws = /(?:Tj|Do|\bS|\bf)(?: |$)/u.test(line)
        depth += (line.match(/ BDC\b/gu) ?? []).length
        if (draws) expect(depth).toBeGreaterThan(0)
        depth -= (line.match(/\bEMC\b/gu) ?? []).length
      }
      expect(depth).toBe(0)
    }
    const marks = contents.reduce(
      (sum, content) => sum + (content.match(/\/MCID \d+/gu) ?? []).length,
      0,
    )
    const parents = /\/Nums \[([\s\S]*?)\n {2}\]/u.exec(dictionaries)?.[1] ?? ''
    expect((parents.match(/\d+ 0 R/gu) ?? []).length).toBe(marks)
  })
})
