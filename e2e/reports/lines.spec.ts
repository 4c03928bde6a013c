import type { Page } from '@playwright/test'
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

/** The editor of a report with more pages takes longer to open than to check. */
const pagesPerDraft = 25

const isWholeRun = process.env.TEST_ALL === '1'
/**
 * The reports whose lines in the PDF `report-pdf.long.test.ts` compares. To create them all takes
 * seconds, and an ordinary run compares a few pages.
 */
const reportCount = isWholeRun ? 500 : 60
const ratios = [1, 1.25, 1.5, 2] as const
/** An ordinary run checks one draft at each of two ratios, in one test: opening costs more than checking. */
const runs: readonly (readonly number[])[] = isWholeRun
  ? ratios.map((ratio) => [ratio])
  : [[1, 1.25]]
/** The pages of a draft with the most lines: to open a page takes longer than to compare its lines. */
const pagesOfOrdinaryRun = 7

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

/** The first page, and of the others those with the most lines. */
function keepRichestPages(report: ReportDocument): ReportDocument {
  const countLines = (index: number) => listEngineLines(report, index).flat().length
  const [first = 0, ...others] = report.pages.keys()
  const richest = others
    .toSorted((a, b) => countLines(b) - countLines(a))
    .slice(0, pagesOfOrdinaryRun - 1)
  return { ...report, pages: [first, ...richest].flatMap((index) => report.pages[index] ?? []) }
}

/** The drafts that a run compares at a ratio; two ratios of an ordinary run get different ones. */
function chooseDrafts(position: number): ReportDocument[] {
  const drafts = [...createDrafts()]
  if (isWholeRun) return drafts
  const [first] = drafts
  const other = drafts.find(
    ({ language, orientation }) =>
      language !== first?.language && orientation !== first?.orientation,
  )
  return [position === 0 ? first : other].flatMap((draft) =>
    draft ? [keepRichestPages(draft)] : [],
  )
}

const viewport = { width: 1366, height: 768 }

/** Changes the pixel ratio of the page; a page of its own would load the application again. */
async function createRatioSwitch(page: Page) {
  const client = await page.context().newCDPSession(page)
  return {
    set: (ratio: number) =>
      client.send('Emulation.setDeviceMetricsOverride', {
        ...viewport,
        deviceScaleFactor: ratio,
        mobile: false,
      }),
    // The next test of this worker uses the page again.
    reset: async () => {
      await client.detach()
      await page.setViewportSize(viewport)
    },
  }
}

for (const run of runs)
  test(`the editor shows exactly the lines of the layout engine at a pixel ratio of ${run.join(' and ')}`, async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    test.setTimeout(isWholeRun ? 3_600_000 : 240_000)
    const { studyId } = await storeImage(records, 1)
    const writer = await createWriter(records, clinicFixture.createUser)
    await signInAs(page, writer.username)
    const pixelRatio = await createRatioSwitch(page)
    let lineCount = 0
    let isOpen = false
    for (const [position, ratio] of run.entries()) {
      await pixelRatio.set(ratio)
      for (const report of chooseDrafts(position)) {
        await saveDraft(writer.api, studyId, report)
        if (isOpen) await page.reload()
        else await openReport(page, t)
        isOpen = true
        await button(page, t('report:draft.continue')).click()
        await expect(pageThumbnails(page, t)).toHaveCount(report.pages.length)
        expect(await page.evaluate(() => devicePixelRatio)).toBe(ratio)
        await expect(textEditor(page)).toBeVisible()
        const pageIds = report.pages.map(({ id }) => id)
        const shown = await readShownLines(page, t, pageIds)
        for (const index of report.pages.keys()) {
          const lines = listEngineLines(report, index)
          expect(shown[index], `page ${String(index + 1)}`).toEqual(lines)
          lineCount += lines.reduce((sum, starts) => sum + starts.length + 1, 0)
        }
      }
    }
    await pixelRatio.reset()
    expect(lineCount).toBeGreaterThan(200)
  })
