import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { layoutPage } from '@talus/report/layout'
import { ReportDocument } from '@talus/report/document'
import {
  createWriter,
  openReport,
  pageThumbnails,
  saveDraft,
  textEditor,
} from '../pages/report-page.ts'
import { storeImage } from '../pages/viewer-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'
import { readInk } from './ink.ts'
import type { Ink } from './ink.ts'

const hasPdftoppm = spawnSync('pdftoppm', ['-v']).error === undefined

/** In px of the paper: poppler and the browser place and smooth glyphs at fractions of a pixel. */
const lineTolerance = 2
/** The mean of a square of 16 px, from 0 to 255, may differ by this: two renderers smooth the same glyph differently. */
const darknessTolerance = 48

const text = (content: string, ...marks: readonly string[]) => ({
  type: 'text',
  text: content,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const paragraph = (...content: readonly object[]) => ({ type: 'paragraph', content })

const createDocument = (studyId: number, imageId: number) =>
  ReportDocument.parse({
    version: 1,
    language: 'fr',
    orientation: 'landscape',
    pages: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        title: 'Thorax, deux vues',
        imageCount: 1,
        images: [
          { index: 0, imageId, studyId, view: null, caption: 'Profil', alternativeText: 'Thorax' },
        ],
        body: {
          type: 'doc',
          content: [
            { type: 'heading', attrs: { level: 2 }, content: [text('Observations')] },
            paragraph(
              text('L’Étoile d’Été «\u00a0œdème\u00a0» Dvořák ≥ 11,5 '),
              text('en gras', 'strong'),
              text(' et '),
              text('en italique', 'em'),
              text(', puis une phrase assez longue pour occuper plusieurs lignes de la colonne.'),
            ),
            {
              type: 'bullet_list',
              content: ['Poumons clairs', 'Cœur de taille normale'].map((item) => ({
                type: 'list_item',
                content: [paragraph(text(item))],
              })),
            },
            { type: 'heading', attrs: { level: 3 }, content: [text('Conclusion')] },
            paragraph(text('Aucune anomalie visible.')),
          ],
        },
        hasSpaceForSignature: true,
      },
    ],
  })

/** Makes the PDF of a report and renders its first page with poppler, at 96 px an inch. */
async function renderPdf(api: Api, studyId: number, document: ReportDocument, file: string) {
  const { body: made } = await api<{ report: { imageId: number } }>(
    'POST',
    `report/create/${String(studyId)}`,
    { key: crypto.randomUUID(), document },
  )
  const { body } = await api<{ ticket: string }>(
    'POST',
    `document/${String(made.report.imageId)}/ticket`,
    {},
  )
  const reply = await fetch(`${servers.local.api}document/ticket/${body.ticket}`)
  await writeFile(`${file}.pdf`, Buffer.from(await reply.arrayBuffer()))
  execFileSync('pdftoppm', ['-r', '96', '-png', '-singlefile', `${file}.pdf`, file])
  return readFile(`${file}.png`)
}

function expectSameLines(shown: Ink, printed: Ink) {
  expect(shown.lines.length).toBeGreaterThan(6)
  expect(shown.lines).toHaveLength(printed.lines.length)
  for (const [index, line] of shown.lines.entries())
    for (const edge of ['top', 'bottom', 'left', 'right'] as const)
      expect(
        Math.abs(line[edge] - (printed.lines[index]?.[edge] ?? Infinity)),
        `${edge} of line ${String(index + 1)}`,
      ).toBeLessThanOrEqual(lineTolerance)
}

test('the page of the PDF has its ink where the page of the editor has it', async ({
  page,
  records,
  clinicFixture,
  t,
}, testInfo) => {
  test.skip(!hasPdftoppm, 'pdftoppm is not installed')
  const { studyId, imageId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  const document = createDocument(studyId, imageId)
  const [sheet] = document.pages
  if (!sheet) throw new Error('The report has no page.')
  const layout = layoutPage(sheet, { orientation: 'landscape', language: 'fr', isFirst: true })
  // Kept in test-results if the test fails.
  const printed = await renderPdf(writer.api, studyId, document, testInfo.outputPath('printed'))

  await saveDraft(writer.api, studyId, document)
  await page.setViewportSize({ width: 1800, height: 1200 })
  await signInAs(page, writer.username)
  await openReport(page, t)
  await button(page, t('report:draft.continue')).click()
  await expect(page.locator('[data-active] img').first()).toBeVisible()
  const paper = page
    .locator('[data-page]')
    .first()
    .locator('div > div')
    .filter({ has: page.locator('dl') })
    .first()
  const shoot = async (name: string) => {
    await page.mouse.move(0, 0)
    return paper.screenshot({
      path: testInfo.outputPath(`${name}.png`),
      caret: 'hide',
      animations: 'disabled',
    })
  }
  const editor = await shoot('editor')
  await pageThumbnails(page, t).first().click()
  await expect(textEditor(page)).toHaveCount(0)
  const preview = await shoot('preview')

  const blank = await page.context().newPage()
  const measure = (png: Buffer, region: typeof layout.textColumn) =>
    readInk(blank, png, layout.frame, region)

  await test.step('the lines of the text are at the same place while they are edited', async () => {
    const bottom = layout.blocks.at(-1)?.bottom ?? 0
    const written = { ...layout.textColumn, height: bottom - layout.textColumn.top }
    expectSameLines(await measure(editor, written), await measure(printed, written))
  })

  await test.step('every square of the content is as dark, with title, picture and signature', async () => {
    const [shown, made] = [
      await measure(preview, layout.frame.content),
      await measure(printed, layout.frame.content),
    ]
    const different = shown.squares.flatMap((darkness, index) =>
      Math.abs(darkness - (made.squares[index] ?? 0)) > darknessTolerance ? [index] : [],
    )
    console.log(`${String(different.length)} of ${String(shown.squares.length)} squares differ`)
    expect(different.length / shown.squares.length).toBeLessThan(0.01)
  })
  await blank.close()
})
