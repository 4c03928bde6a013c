import { expect, test } from 'vitest'
import { ImageId, ReportTemplate, ReportTemplateId, StudyId } from '@talus/contract'
import type { ReportMeasurement } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import { listShippedTemplates } from '@talus/report/templates'
import { expandParts, listTemplateParts } from '../settings/template-scope.ts'
import { withCollectedImage } from './collect-image.ts'
import { listOutdatedPages, toMeasurementAttributes } from './measurements.ts'
import { offerTemplates } from './offered-templates.ts'
import { createPage, createReport } from './report-changes.ts'
import { addImage, createSlot } from './slots.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const image = {
  id: ImageId.parse(11),
  studyId: StudyId.parse(3),
  bodyPart: 'Chest',
  bodyPartView: 'LLAT',
  createdOn: '2026-11-16T23:30:00Z',
}
const texts = { language: 'fr', timeZone: 'Europe/Paris', kind: 'Radiographie' } as const

test('caption and description name part, view, side and the day in the clinic', () => {
  expect(createSlot(image, 0, texts)).toMatchObject({
    caption: 'Thorax LAT G, 2026-11-17',
    alternativeText: 'Radiographie, Thorax LAT G, 2026-11-17',
    view: null,
  })
})

test('images fill a page with 1, 2 and 4 slots, and then a new page', () => {
  let report = createReport(id(1), 'en', 'landscape')
  let next = 1
  const counts: number[][] = []
  for (let added = 0; added < 6; added++) {
    const changed = withCollectedImage(
      report,
      (index) => createSlot(image, index, texts, 'picture'),
      () => id(++next),
    )
    if (!changed) throw new Error('no place')
    report = changed
    counts.push(report.pages.map(({ images }) => images.length))
  }
  expect(counts).toEqual([[1], [2], [3], [4], [4, 1], [4, 2]])
  expect(report.pages.map(({ imageCount }) => imageCount)).toEqual([4, 2])
  expect(ReportDocument.safeParse(report).success).toBe(true)
  const full = report.pages[0]
  expect(full && addImage(full, (index) => createSlot(image, index, texts))).toBeUndefined()
})

const measured: ReportMeasurement = {
  measurementId: '7f6f1c3e-2f0a-4a56-9a0e-0d2a53a0f001',
  imageId: image.id,
  tool: 'vhs',
  name: 'vhs',
  label: 'VHS',
  value: 10.8,
  decimals: 1,
  unit: 'v',
  method: '',
  view: '',
  range: null,
}

test('a measurement in the text follows its drawing, in paragraphs and lists', () => {
  const inline = {
    type: 'measurement' as const,
    attrs: toMeasurementAttributes(measured, 'value'),
  }
  const report = ReportDocument.parse({
    ...createReport(id(1), 'en', 'landscape'),
    pages: [
      {
        ...createPage(id(1)),
        body: {
          type: 'doc',
          content: [
            { type: 'paragraph', content: [inline] },
            {
              type: 'bullet_list',
              content: [{ type: 'list_item', content: [{ type: 'paragraph', content: [inline] }] }],
            },
          ],
        },
      },
      createPage(id(2)),
    ],
  })
  expect(listOutdatedPages(report, [measured])).toEqual([])
  expect(listOutdatedPages(report, [{ ...measured, name: 'other', value: 1 }])).toEqual([])
  const [page, ...others] = listOutdatedPages(report, [{ ...measured, value: 11.2 }])
  expect(others).toEqual([])
  expect(JSON.stringify(page?.body).match(/"value":11\.2/gu)).toHaveLength(2)
  expect(JSON.stringify(page?.body)).toContain('"detail":"value"')
})

test('templates of the clinic replace those of the product, and those of the body part come first', () => {
  const study = {
    species: 'Canine',
    modality: 'General',
    bodyParts: ['Left Stifle'],
    language: 'en',
  } as const
  const shipped = listShippedTemplates('en')
  const offered = offerTemplates(shipped, [], study)
  expect(offered[0]?.id).toBe('stifle')
  expect(offered.map(({ id: name }) => name)).not.toContain('equine-foot')
  const own = ReportTemplate.parse({
    id: 1,
    name: 'Our stifle',
    species: [],
    modality: 'General',
    bodyParts: ['Stifle'],
    language: 'en',
    text: 'x',
    basedOn: 'stifle',
    version: 1,
    changedOn: '2026-11-16T23:30:00.000Z',
  })
  const replaced = offerTemplates(shipped, [own], study)
  expect(replaced[0]?.name).toBe('Our stifle')
  expect(replaced.map(({ id: name }) => name)).not.toContain('stifle')
  expect(offerTemplates(shipped, [{ ...own, language: 'fr' }], study)[0]?.id).toBe('stifle')
  expect(replaced.filter(({ isForPart }) => isForPart).map(({ name }) => name)).toEqual([
    'Our stifle',
  ])
  const added = { ...own, id: ReportTemplateId.parse(2), name: 'Zebra', basedOn: null }
  const names = offerTemplates(shipped, [added], study).map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual(['Zebra', 'Stifle'])
})

test('the parts of a template are the body parts of its species without side', () => {
  expect(listTemplateParts(['Canine'])).toEqual(
    expect.arrayContaining(['Chest', 'Stifle', 'Front Leg', 'Vertebrae']),
  )
  expect(listTemplateParts(['Canine'])).not.toContain('Front Legs')
  expect(listTemplateParts(['Canine'])).not.toContain('Forefoot')
  expect(listTemplateParts([])).toContain('Forefoot')
  expect(expandParts(['Fetlock', 'Stifle', 'Wing'], listTemplateParts(['Equine']))).toEqual([
    'Front Fetlock',
    'Hind Fetlock',
    'Stifle',
    'Wing',
  ])
})
