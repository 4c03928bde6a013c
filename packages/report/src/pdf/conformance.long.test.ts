import { describe, expect, test } from 'vitest'
import { ReportDocument } from '../document/index.ts'
import { createReportPdf } from './index.ts'
import { createGreyJpeg } from '../testing/jpeg-files.ts'
import { missingPdfTools } from '../testing/pdf-tools.ts'
import { printOptions } from '../testing/print-options.ts'
import { randomReport } from '../testing/random-reports.ts'
import { readPdfObjects } from '../testing/read-pdf-objects.ts'
import type { PdfDictionary, PdfObjectReader, PdfValue } from '../testing/read-pdf-objects.ts'

const note =
  missingPdfTools.length > 0 ? ` (skipped: ${missingPdfTools.join(', ')} not installed)` : ''

const slot = { imageId: 7, studyId: 1, view: null, caption: 'Profil', alternativeText: 'Thorax' }

/** A report with every kind of content: styles, lists, pictures, a logo and a signature. */
function printFullReport(seed: number): PdfObjectReader {
  const report = randomReport(seed)
  const [first, ...others] = report.pages
  const pictured = ReportDocument.parse({
    ...report,
    pages: [
      {
        ...first,
        body: { type: 'doc', content: [{ type: 'paragraph' }] },
        imageCount: 1,
        images: [{ ...slot, index: 0 }],
      },
      ...others,
    ],
  })
  return readPdfObjects(
    createReportPdf(pictured, {
      ...printOptions,
      pictures: new Map([['7:', createGreyJpeg(80, 60)]]),
      letterhead: {
        ...printOptions.letterhead,
        logo: { jpeg: createGreyJpeg(64, 32), alternativeText: 'Logo' },
      },
    }),
  )
}

interface Element {
  readonly type: string
  readonly parent: string
  readonly dictionary: PdfDictionary
  readonly children: readonly string[]
}

const toText = (value: PdfValue | undefined): string => (typeof value === 'string' ? value : '')

const isElement = (dictionary: PdfDictionary) => dictionary['/Type'] === '/StructElem'

/** The elements of the structure in reading order. */
function listElements(pdf: PdfObjectReader): Element[] {
  const elements: Element[] = []
  const visit = (value: PdfValue, parent: string) => {
    const dictionary = pdf.dictionary(value)
    if (!isElement(dictionary)) return
    const type = toText(dictionary['/S'])
    const kids = pdf.list(dictionary['/K'])
    const children = kids.map((kid) => pdf.dictionary(kid)).filter(isElement)
    elements.push({ type, parent, dictionary, children: children.map((one) => toText(one['/S'])) })
    for (const kid of kids) visit(kid, type)
  }
  const catalog = pdf.dictionary(pdf.trailer['/Root'])
  const root = pdf.dictionary(catalog['/StructTreeRoot'])
  for (const kid of pdf.list(root['/K'])) visit(kid, 'StructTreeRoot')
  return elements
}

const standardTypes = 'Document Sect H1 H2 H3 P L LI Lbl LBody Figure Span'
  .split(' ')
  .map((name) => `/${name}`)

/** The machine-checkable points of the Matterhorn Protocol 1.1, by their numbers. */
describe.skipIf(missingPdfTools.length > 0)(`a PDF of a report is PDF/UA-1${note}`, () => {
  const pdfs = [2, 3, 8].map(printFullReport)
  const catalogs = pdfs.map((pdf) => pdf.dictionary(pdf.trailer['/Root']))

  test('content is an artifact or tagged, and neither is inside the other (01-003, 01-004, 01-005)', () => {
    for (const pdf of pdfs)
      for (const page of pdf.dictionaries.filter((one) => one['/Type'] === '/Page')) {
        const open: string[] = []
        for (const [, artifact, mark, end, draws] of pdf
          .read(page['/Contents'])
          .toString('latin1')
          .matchAll(
            /(\/Artifact\b[^\n]*?(?:BDC|BMC))|(\/\w+ ?<<[^>]*MCID[^>]*>> ?BDC)|(\bEMC\b)|(\b(?:Tj|TJ|Do)\b)/gu,
          )) {
          if (artifact !== undefined || mark !== undefined) {
            const kind = artifact === undefined ? 'tagged' : 'artifact'
            expect(open.every((outer) => outer === kind)).toBe(true)
            open.push(kind)
          } else if (end !== undefined) open.pop()
          else if (draws !== undefined) expect(open.length).toBeGreaterThan(0)
        }
      }
  })

  test('the catalog is marked, without suspects, and every type is a standard one (01-007, 02-001 to 02-004)', () => {
    for (const [index, catalog] of catalogs.entries()) {
      const pdf = pdfs[index] as PdfObjectReader
      const marks = pdf.dictionary(catalog['/MarkInfo'])
      expect([marks['/Marked'], marks['/Suspects']]).toEqual([true, undefined])
      expect(pdf.dictionary(catalog['/StructTreeRoot'])['/RoleMap']).toBeUndefined()
      for (const { type } of listElements(pdf)) expect(standardTypes).toContain(type)
    }
  })

  test('metadata have title and identifier, and the title is shown (06-001 to 06-004, 07-001, 07-002)', () => {
    for (const [index, catalog] of catalogs.entries()) {
      const pdf = pdfs[index] as PdfObjectReader
      const xmp = pdf.read(catalog['/Metadata']).toString('utf8')
      expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>')
      expect(xmp).toMatch(/<dc:title><rdf:Alt><rdf:li xml:lang="x-default">[^<]+</u)
      expect(pdf.dictionary(catalog['/ViewerPreferences'])['/DisplayDocTitle']).toBe(true)
    }
  })

  test('lists have items, and items a label and a body (09-004 to 09-006)', () => {
    const elements = pdfs.flatMap(listElements)
    expect(elements.some(({ type }) => type === '/L')).toBe(true)
    for (const { type, parent, children } of elements) {
      if (type === '/L') expect(new Set(children)).toEqual(new Set(['/LI']))
      if (type === '/LI') expect([parent, children]).toEqual(['/L', ['/Lbl', '/LBody']])
      if (type === '/Lbl' || type === '/LBody') expect(parent).toBe('/LI')
    }
  })

  test('the language is known for all text, bookmarks and descriptions (11-001 to 11-006)', () => {
    for (const catalog of catalogs) expect(catalog['/Lang']).toMatch(/^u:(?:en|fr)$/u)
  })

  test('every figure has a description (13-004)', () => {
    const figures = pdfs.flatMap(listElements).filter(({ type }) => type === '/Figure')
    expect(figures.length).toBeGreaterThanOrEqual(2 * pdfs.length)
    for (const { dictionary } of figures) expect(dictionary['/Alt']).toMatch(/^u:./u)
  })

  test('headings begin with 1, skip no level and are all numbered (14-002, 14-003, 14-007)', () => {
    for (const pdf of pdfs) {
      const levels = listElements(pdf).flatMap(({ type }) => /^\/H(\d?)$/u.exec(type)?.[1] ?? [])
      expect(levels.length).toBeGreaterThan(0)
      expect(levels).not.toContain('')
      for (const [index, level] of levels.entries())
        expect(Number(level)).toBeLessThanOrEqual(Number(levels[index - 1] ?? 0) + 1)
    }
  })

  test('there are no layers, attachments, forms, media, annotations or references to other files (20, 21, 25, 28, 29, 30)', () => {
    const forbidden = ['/OCProperties', '/EF', '/AF', '/AcroForm', '/XFA', '/Annots', '/Ref', '/AA']
    for (const pdf of pdfs)
      for (const dictionary of pdf.dictionaries) {
        for (const name of forbidden) expect(dictionary[name]).toBeUndefined()
        expect(['/Form', '/Movie', '/Screen']).not.toContain(dictionary['/Subtype'])
      }
  })

  test('no text refers to the sign for a missing glyph (31-030)', () => {
    for (const pdf of pdfs)
      for (const page of pdf.dictionaries.filter((one) => one['/Type'] === '/Page')) {
        const content = pdf.read(page['/Contents']).toString('latin1')
        const codes = [...content.matchAll(/<([0-9A-F]+)>\s*Tj/giu)].flatMap(
          ([, hex = '']) => hex.match(/.{4}/gu) ?? [],
        )
        expect(codes.length).toBeGreaterThan(0)
        expect(codes).not.toContain('0000')
      }
  })

  test('the file is not encrypted, and every page has the order of its structure (26-001, 28-008)', () => {
    for (const pdf of pdfs) {
      expect(pdf.trailer['/Encrypt']).toBeUndefined()
      for (const page of pdf.dictionaries.filter((one) => one['/Type'] === '/Page'))
        expect(page['/Tabs']).toBe('/S')
    }
  })

  test('fonts are embedded with a map to glyphs, true widths and Unicode (31-001 to 31-030)', () => {
    const fonts = pdfs.flatMap((pdf) =>
      pdf.dictionaries
        .filter((one) => one['/Type'] === '/Font' && one['/Subtype'] === '/Type0')
        .map((font) => ({ pdf, font })),
    )
    expect(fonts.length).toBeGreaterThanOrEqual(2 * pdfs.length)
    for (const { pdf, font } of fonts) {
      expect(font['/Encoding']).toBe('/Identity-H')
      const [descendant] = pdf.list(font['/DescendantFonts']).map((one) => pdf.dictionary(one))
      const system = pdf.dictionary(descendant?.['/CIDSystemInfo'])
      expect([system['/Registry'], system['/Ordering']]).toEqual(['u:Adobe', 'u:Identity'])
      // The code of a character is the number of its glyph in the subset.
      expect(descendant?.['/CIDToGIDMap']).toBe('/Identity')
      const descriptor = pdf.dictionary(descendant?.['/FontDescriptor'])
      expect(descriptor['/CIDSet']).toBeUndefined()
      const program = pdf.read(descriptor['/FontFile2'])
      const advances = readAdvances(program)
      const widths = listWidths(pdf, descendant)
      // Parts of composite glyphs follow, which have no code.
      expect(widths.length).toBeGreaterThan(1)
      expect(widths.length).toBeLessThanOrEqual(advances.length)
      for (const [code, width] of widths)
        expect(Math.abs(width - (advances[code] ?? Number.NaN))).toBeLessThan(1)
      const unicode = pdf.read(font['/ToUnicode']).toString('latin1')
      const targets = [...unicode.matchAll(/<[0-9A-F]{4}> <([0-9A-F]+)>/giu)].map(([, hex]) => hex)
      expect(targets.length).toBeGreaterThan(0)
      for (const hex of targets) expect(hex).not.toMatch(/^(?:0000|FEFF|FFFE)$/iu)
    }
  })
})

/** The advance of each glyph of an embedded program, in thousandths of an em. */
function readAdvances(program: Buffer): number[] {
  const findTable = (tag: string) => {
    for (let index = 0; index < program.readUInt16BE(4); index++) {
      const entry = 12 + 16 * index
      if (program.toString('latin1', entry, entry + 4) === tag)
        return program.readUInt32BE(entry + 8)
    }
    throw new Error(`The font has no table ${tag}`)
  }
  const unitsPerEm = program.readUInt16BE(findTable('head') + 18)
  const count = program.readUInt16BE(findTable('hhea') + 34)
  const metrics = findTable('hmtx')
  return Array.from(
    { length: count },
    (_, glyph) => (program.readUInt16BE(metrics + 4 * glyph) * 1000) / unitsPerEm,
  )
}

/** The pairs of code and width of a font, from the form `first [width …]`. */
function listWidths(pdf: PdfObjectReader, font: PdfDictionary | undefined): [number, number][] {
  const entries = pdf.list(font?.['/W'])
  const pairs: [number, number][] = []
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const widths = pdf.list(entries[at + 1])
    for (const [index, width] of widths.entries())
      pairs.push([Number(entries[at]) + index, Number(width)])
  }
  return pairs
}

describe.skipIf(missingPdfTools.length > 0)(`a PDF of a report is PDF/A-2a${note}`, () => {
  const pdfs = [2, 3].map(printFullReport)

  test('it has a version, an identifier, one colour profile, and equal metadata', () => {
    for (const pdf of pdfs) {
      expect(pdf.version).toBe('1.7')
      expect(pdf.list(pdf.trailer['/ID'])).toHaveLength(2)
      const catalog = pdf.dictionary(pdf.trailer['/Root'])
      const [intent, ...others] = pdf
        .list(catalog['/OutputIntents'])
        .map((one) => pdf.dictionary(one))
      expect(others).toEqual([])
      expect(intent?.['/S']).toBe('/GTS_PDFA1')
      expect(pdf.dictionary(intent?.['/DestOutputProfile'])['/N']).toBe(3)
      expect(pdf.read(intent?.['/DestOutputProfile']).subarray(36, 40).toString()).toBe('acsp')
      const xmp = pdf.read(catalog['/Metadata']).toString('utf8')
      expect(xmp).toContain(
        '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
      )
      const info = pdf.dictionary(pdf.trailer['/Info'])
      for (const name of ['/Producer', '/Title'])
        expect(xmp.replaceAll('&amp;', '&')).toContain(toText(info[name]).slice(2))
    }
  })

  test('it has no transparency, no smoothed or alternate images, no scripts and no other filters', () => {
    for (const pdf of pdfs)
      for (const dictionary of pdf.dictionaries) {
        for (const name of ['/SMask', '/Group', '/Alternates', '/OPI', '/JS', '/OpenAction', '/PS'])
          expect(dictionary[name]).toBeUndefined()
        expect(dictionary['/Interpolate']).not.toBe(true)
        expect([undefined, '/FlateDecode', '/DCTDecode']).toContain(dictionary['/Filter'])
      }
  })
})
