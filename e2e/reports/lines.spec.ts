import type { Browser } from '@playwright/test'
import type { ReportDocument } from '@talus/report/document'
import { layoutPage } from '@talus/report/layout'
import { randomReport } from '../../packages/report/src/testing/random-reports.ts'
import { storeImage } from '../pages/viewer-page.ts'
import {
  createWriter,
  openReport,
  pageThumbnails,
  readShownLines,
  saveDraft,
  textEditor,
} from '../pages/report-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'

/** The reports whose lines in the PDF `report-pdf.long.test.ts` compares. */
const reportCount = 500
/** The editor of a report with more pages takes longer to open than to check. */
const pagesPerDraft = 25

const isWholeRun = process.env.TEST_ALL === '1'
/** An ordinary run checks one draft at each of two ratios. */
const ratios = isWholeRun ? [1, 1.25, 1.5, 2] : [1, 1.25]

/** Offsets of the lines behind the first one. A space at the start of a line has no width. */
const listEngineLines = (report: ReportDocument, index: number) => {
  const page = report.pages[index]
  if (!page) throw new Error('no such page')
  const { orientation, language } = report
  return layoutPage(page, { orientation, language, isFirst: index === 0 }).blocks.map(({ lines }) =>
    lines.slice(1).map(({ start }) => start),
  )
}

/** Puts the pages of the random reports of each language and orientation into few drafts. */
function* createDrafts(): Generator<ReportDocument> {
  const reports = Array.from({ length: reportCount }, (_, index) => randomReport(index + 1))
  const alike = Map.groupBy(reports, ({ language, orientation }) => `${language} ${orientation}`)
  for (const [first, ...others] of alike.values()) {
    if (!first) continue
    const pages = [first, ...others].flatMap((report) => report.pages)
    for (let at = 0; at < pages.length; at += pagesPerDraft)
      yield {
        ...first,
        pages: pages.slice(at, at + pagesPerDraft).map((page, index) => ({
          ...page,
          id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        })),
      }
  }
}

const openScaled = async (
  browser: Browser,
  ratio: number,
  storageState: Awaited<ReturnType<ReturnType<Browser['contexts']>[number]['storageState']>>,
) =>
  (
    await browser.newContext({
      storageState,
      deviceScaleFactor: ratio,
      viewport: { width: 1366, height: 768 },
      baseURL: servers.local.base,
    })
  ).newPage()

for (const [position, ratio] of ratios.entries())
  test(`the editor shows exactly the lines of the layout engine at a pixel ratio of ${String(ratio)}`, async ({
    browser,
    page,
    records,
    clinicFixture,
    t,
  }) => {
    test.setTimeout(isWholeRun ? 3_600_000 : 240_000)
    const { studyId } = await storeImage(records, 1)
    const writer = await createWriter(records, clinicFixture.createUser)
    await signInAs(page, writer.username)
    await page.goto('studylist')
    const scaled = await openScaled(browser, ratio, await page.context().storageState())
    // The second draft of an ordinary run has another language and orientation.
    const drafts = [...createDrafts()]
      .filter((_, index) => isWholeRun || index === position * 7)
      .map((report) => (isWholeRun ? report : { ...report, pages: report.pages.slice(0, 12) }))
    let pageCount = 0
    let lineCount = 0
    for (const report of drafts) {
      await saveDraft(writer.api, studyId, report)
      await openReport(scaled, t)
      await button(scaled, t('report:draft.continue')).click()
      const thumbnails = pageThumbnails(scaled, t)
      await expect(thumbnails).toHaveCount(report.pages.length)
      for (const index of report.pages.keys()) {
        if (index > 0) await thumbnails.nth(index).click()
        await expect(textEditor(scaled)).toBeVisible()
        const lines = listEngineLines(report, index)
        expect(await readShownLines(scaled), `page ${String(index + 1)}`).toEqual(lines)
        pageCount += 1
        lineCount += lines.reduce((sum, starts) => sum + starts.length + 1, 0)
      }
    }
    console.log(`ratio ${String(ratio)}: ${String(pageCount)} pages, ${String(lineCount)} lines`)
    await scaled.context().close()
  })
