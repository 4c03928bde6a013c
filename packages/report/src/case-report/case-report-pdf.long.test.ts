import { describe, expect, test } from 'vitest'
import { missingPdfTools, readTaggedElements, runPdfTool } from '../testing/pdf-tools.ts'
import { createGreyJpeg } from '../testing/jpeg-files.ts'
import { sampleCase, signedOptions } from '../testing/sample-case.ts'
import { createCaseReportPdf } from './index.ts'

const note =
  missingPdfTools.length > 0 ? ` (skipped: ${missingPdfTools.join(', ')} not installed)` : ''

describe.skipIf(missingPdfTools.length > 0)(`a PDF of a case${note}`, () => {
  const pdf = createCaseReportPdf(sampleCase(11, 1200), signedOptions)

  test('is a PDF that other programs read without a complaint, of the specified size', () => {
    expect(runPdfTool('qpdf', pdf, ['--check', 'FILE'])).toContain('No syntax or stream encoding')
    runPdfTool('mutool', pdf, ['draw', '-q', '-F', 'png', '-o', 'page%d.png', 'FILE'])
    const info = runPdfTool('pdfinfo', pdf, ['FILE'])
    expect(info).toMatch(/Page size:\s+774\.225 x 599\.4 pts/u)
    expect(info).toMatch(/Tagged:\s+yes/u)
    expect(info).toMatch(/JavaScript:\s+no/u)
  })

  test('embeds subsets of all its fonts', () => {
    const rows = runPdfTool('pdffonts', pdf, ['FILE']).trim().split('\n').slice(2)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const row of rows) expect(row).toMatch(/ yes yes yes /u)
  })

  test('has tags in reading order, with descriptions of all pictures', () => {
    const elements = readTaggedElements(pdf).map(({ type, text }) => ({ type, text: text.trim() }))
    const headings = elements.filter(({ type }) => /^H\d$/u.test(type))
    expect(headings).toEqual([
      { type: 'H1', text: 'Compte rendu VWR-CASE-10042' },
      { type: 'H2', text: 'Constatation critique' },
      { type: 'H2', text: 'Anamnèse' },
      { type: 'H2', text: 'Constatations' },
      { type: 'H2', text: 'Interprétation' },
      { type: 'H2', text: 'Fichiers joints' },
      { type: 'H1', text: 'Fichiers' },
      { type: 'H1', text: 'Fichiers' },
    ])
    expect(elements.filter(({ type }) => type === 'Figure')).toHaveLength(11)
    const texts = elements.map(({ text }) => text)
    expect(texts.slice(-3)).toEqual([
      'Noémie Lefèvre',
      'Dre Noémie Lefèvre DACVR · permis 12345',
      '18 novembre 2026',
    ])
  })

  test('contains nothing that a reader could run, whatever the texts are', () => {
    const hostile = ') Tj ET q /JS (app.alert(1)) <script> \u0000\u202e'
    const report = sampleCase(1)
    const printed = createCaseReportPdf(
      {
        ...report,
        title: hostile,
        sections: report.sections.map((section) => ({
          ...section,
          text: hostile,
          items: [hostile],
        })),
      },
      signedOptions,
    )
    const plain = runPdfTool('qpdf', printed, ['--qdf', '--object-streams=disable', 'FILE', '-'])
    expect(plain).not.toMatch(/\/(?:JS|JavaScript|AA|OpenAction|URI|Launch|EmbeddedFile)\b/u)
    expect(runPdfTool('pdftotext', printed, ['FILE', '-'])).toContain('/JS (app.alert(1))')
  })

  test('prints the labels and numbers of ten fields of the animal whole', () => {
    const labels = ['Patient', 'Nom enregistré', 'N° du patient', 'Propriétaire', 'Espèce, race']
    const more = ['Sexe', 'Naissance', 'Poids', 'Vétérinaire référent', "Date de l'examen"]
    const patient = [...labels, ...more].map((label, index) => ({
      label,
      value: index === 2 ? '1795085954523' : 'Berger allemand croisé',
    }))
    const printed = createCaseReportPdf(sampleCase(1), { ...signedOptions, patient })
    const elements = readTaggedElements(printed).map(({ text }) => text.trim())
    expect(elements).toEqual(expect.arrayContaining([...labels, ...more, '1795085954523']))
    expect(runPdfTool('pdftotext', printed, ['FILE', '-'])).toContain('1795085954523')
  })

  test('shows the picture of a signature in place of the typed one', () => {
    const { signed } = signedOptions.signature
    if (!signed) throw new Error('not signed')
    const picture = {
      jpeg: createGreyJpeg(300, 80),
      alternativeText: 'Signature de Noémie Lefèvre',
    }
    const printed = createCaseReportPdf(sampleCase(0), {
      ...signedOptions,
      signature: { ...signedOptions.signature, signed: { ...signed, picture } },
    })
    expect(runPdfTool('pdfimages', printed, ['-list', 'FILE'])).toMatch(/\b300 +80 +gray\b/u)
    const elements = readTaggedElements(printed)
    expect(elements.filter(({ type }) => type === 'Figure')).toHaveLength(1)
  })
})
