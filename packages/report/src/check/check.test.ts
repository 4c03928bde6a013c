import { expect, test } from 'vitest'
import { MeasurementAttributes, ReportDocument } from '../document/index.ts'
import type { Body } from '../document/index.ts'
import { listShippedTemplates, parseTemplate } from '../templates/index.ts'
import { bodyOf, paragraph, sampleReport, text, vhs } from '../testing/sample-report.ts'
import { checkReport, isReportBlocked, listUnprintable } from './index.ts'
import type { CheckContext } from './index.ts'

const context: CheckContext = {
  patientName: 'Pépin',
  ownerName: 'Élodie Dvořák',
  species: 'Canine',
  sex: 'Male',
  otherPatientNames: [],
  imageSides: new Map(),
  imagePatients: new Map(),
  measurements: null,
}

const check = (content: string | Body, changes: Partial<CheckContext> = {}) =>
  checkReport(
    sampleReport(typeof content === 'string' ? bodyOf(paragraph(text(content))) : content),
    { ...context, ...changes },
  )
const codesOf = (content: string | Body, changes: Partial<CheckContext> = {}) =>
  check(content, changes).map(({ code, excerpt }) => `${code}: ${excerpt}`)

test('an ordinary report in either language has no finding', () => {
  const sentences = [
    'The left atrium is enlarged; right lateral view. The prostate measures 3.2 × 2.9 cm.',
    'Le rein gauche mesure 6,4\u00a0cm\u00a0; la longueur de L2 est de 2,2 cm. La prostate est normale.',
    'VHS 10,8 v. Diameter of 12 mm. Width 3 times that of the rib. Angle du plateau tibial 26,4°.',
    'Clichés du 2026-11-16 ; 3 vues ; T4–T12 sans anomalie ; longueur\u00a0: 12,5 à 13,0 mm.',
  ]
  for (const sentence of sentences) expect(codesOf(sentence)).toEqual([])
})

test('unfilled fields stop the PDF, filled ones and other brackets do not', () => {
  const body = parseTemplate('Effusion: [none* | mild]. Fat pad [normal | displaced], [# mm].')
  const findings = check(body)
  expect(findings.map(({ code, excerpt }) => `${code}: ${excerpt}`)).toEqual([
    'unfilled-field: [normal | displaced]',
    'unfilled-field: [#\u00a0mm]',
  ])
  expect(findings[0]).toMatchObject({ page: 0, position: { block: 0, item: null }, offset: 24 })
  expect(isReportBlocked(findings)).toBe(true)
  expect(codesOf('Pasted [none | mild] and [# mm] [sic]')).toEqual([
    'unfilled-field: [none | mild]',
    'unfilled-field: [# mm]',
  ])
  expect(isReportBlocked(check('The uterus is enlarged.'))).toBe(false)
})

test('an organ that the sex or the species lacks is found in both languages', () => {
  expect(codesOf('The uterus and the ovaries are normal.')).toEqual([
    'organ-of-other-sex: uterus',
    'organ-of-other-sex: ovaries',
  ])
  expect(codesOf('L’utérus est distendu.')).toEqual(['organ-of-other-sex: utérus'])
  expect(codesOf('La prostate est normale.', { sex: 'Female' })).toEqual([
    'organ-of-other-sex: prostate',
  ])
  expect(codesOf('La prostate est normale.', { sex: null })).toEqual([])
  expect(codesOf('Les poches gutturales sont normales.')).toEqual([
    'organ-of-other-species: poches gutturales',
  ])
  expect(codesOf('The gallbladder is normal.', { species: 'Equine' })).toEqual([
    'organ-of-other-species: gallbladder',
  ])
  expect(codesOf('Habituel chez le chat.')).toEqual(['other-species-named: chat'])
  expect(codesOf('The left canine is fractured.', { species: 'Feline' })).toEqual([])
})

test('a number without a unit is found behind a word of measuring only', () => {
  expect(codesOf('The mass measures 12 by 14.')).toEqual(['number-without-unit: 12 by 14'])
  expect(codesOf('La masse mesure environ 3,2 et refoule la rate.')).toEqual([
    'number-without-unit: 3,2',
  ])
  expect(codesOf('Trois nodules, 2 vues, 12 côtes.')).toEqual([])
})

test('the name of another patient is found as a whole word, and not if it is part of the own', () => {
  const otherPatientNames = ['Max', 'Élodie', 'Noir']
  expect(codesOf('Max présente une boiterie.', { otherPatientNames })).toEqual([
    'other-patient-named: Max',
  ])
  expect(codesOf('Fond noir, max. 3 mm. Maxwell. Élodie.', { otherPatientNames })).toEqual([])
})

test('a side is compared with the images and with the title of its page', () => {
  const report = (title: string, content: string) => {
    const base = sampleReport(bodyOf(paragraph(text(content))))
    const image = {
      index: 0,
      imageId: 7,
      studyId: 1,
      view: null,
      caption: 'a',
      alternativeText: 'a',
    }
    return ReportDocument.parse({
      ...base,
      pages: base.pages.map((page) => ({ ...page, title, imageCount: 1, images: [image] })),
    })
  }
  const codes = (title: string, content: string) =>
    checkReport(report(title, content), { ...context, imageSides: new Map([[7, 'L']]) }).map(
      ({ code }) => code,
    )
  expect(codes('Stifle', 'The right stifle has effusion.')).toEqual(['side-differs-from-images'])
  expect(codes('Grasset', 'Épanchement du grasset droit.')).toEqual(['side-differs-from-images'])
  expect(codes('Grasset droit', 'Épanchement.')).toEqual(['side-differs-from-images'])
  expect(codes('Left stifle', 'The right stifle has effusion.')).toEqual([
    'side-differs-from-images',
    'side-differs-from-title',
  ])
  expect(codes('Stifle', 'The left stifle is worse than the right one.')).toEqual([])
  expect(codes('Thorax', 'The right atrium, right lateral view, profil droit.')).toEqual([])
})

test('an empty slot, a picture without description and a character that no font has are found', () => {
  const base = sampleReport(bodyOf(paragraph(text('Chien 犬 ♂'))))
  const image = { index: 0, imageId: 7, studyId: 1, view: null, caption: '', alternativeText: '' }
  const report = ReportDocument.parse({
    ...base,
    pages: base.pages.map((page) => ({ ...page, imageCount: 2, images: [image] })),
  })
  expect(checkReport(report, context).map(({ code }) => code)).toEqual([
    'unprintable-character',
    'empty-image-slot',
    'image-without-description',
  ])
})

test('an image of another patient is named, and stops the PDF if its caption is silent', () => {
  const base = sampleReport(bodyOf(paragraph(text('Compared with the sister.'))))
  const slot = { imageId: 7, studyId: 2, view: null, alternativeText: 'Radiograph' }
  const images = [
    { ...slot, index: 0, caption: 'Luna (P-2), thorax' },
    { ...slot, index: 1, caption: 'Lunar thorax \u{1F436}' },
  ]
  const report = ReportDocument.parse({
    ...base,
    pages: base.pages.map((page) => ({ ...page, imageCount: 2, images })),
  })
  const findings = checkReport(report, { ...context, imagePatients: new Map([[7, 'Luna']]) })
  expect(findings.map(({ code, excerpt, isBlocking }) => [code, excerpt, isBlocking])).toEqual([
    ['image-of-other-patient', 'Luna', false],
    ['unprintable-character', '\u{1F436}', false],
    ['other-patient-unnamed', 'Luna', true],
  ])
  const own = checkReport(report, context).map(({ code }) => code)
  expect(own).toEqual(['unprintable-character'])
})

test('a measurement whose drawing was deleted is found', () => {
  const attrs = MeasurementAttributes.parse(vhs)
  const body = bodyOf(paragraph(text('Heart: '), { type: 'measurement', attrs }))
  const { measurementId, name } = vhs
  expect(codesOf(body, { measurements: [{ measurementId, name }] })).toEqual([])
  expect(codesOf(body)).toEqual([])
  const [finding] = check(body, { measurements: [{ measurementId, name: 'vlas' }] })
  expect(finding).toMatchObject({ code: 'deleted-measurement', isBlocking: false, offset: 7 })
  expect(finding?.excerpt).toMatch(/^VHS/u)
})

test('an empty report stops the PDF', () => {
  const report = sampleReport(bodyOf(paragraph(text('  '))))
  const untitled = { ...report, pages: report.pages.map((page) => ({ ...page, title: ' ' })) }
  const findings = checkReport(untitled, context)
  expect(findings.map(({ code }) => code)).toEqual(['empty-report'])
  expect(isReportBlocked(findings)).toBe(true)
  expect(checkReport(report, context)).toEqual([])
})

test.each(['en', 'fr'] as const)(
  'a shipped template in %s has unfilled fields and no other finding',
  (language) => {
    for (const { text: source, species } of listShippedTemplates(language)) {
      for (const sex of ['Male', 'Female'] as const) {
        const report = { ...sampleReport(parseTemplate(source)), language }
        const findings = species.flatMap((one) =>
          checkReport(report, { ...context, species: one, sex }),
        )
        expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['unfilled-field']))
      }
    }
  },
)

test('each character that the PDF cannot print is named once, as its author sees it', () => {
  expect(listUnprintable('Rex \u{1F436} est un 犬 \u{1F436}.')).toEqual(['\u{1F436}', '犬'])
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'
  expect(listUnprintable(`a${family}b`)).toEqual([family])
  expect(listUnprintable('☐'.repeat(3) + '一二三四五六七八九十')).toHaveLength(10)
})

test('signs of reports, decomposed accents and invisible characters can be printed', () => {
  expect(listUnprintable('♂ ♀ ≥ ½ → µ Ø 39,5\u202F°C, Dvořák\n\tŁ')).toEqual([])
  // Phones add a variation selector to the signs of sex.
  expect(listUnprintable('e\u0301te\u0301 \u2642\uFE0F\u200B')).toEqual([])
})
