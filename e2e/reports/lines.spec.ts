import type { ReportDocument } from '@talus/report/document'
import { layoutPage } from '@talus/report/layout'
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
import { createRandomReport } from './random-pages.ts'

const pageCount = 16

/** Offsets of the lines behind the first one. A space at the start of a line has no width. */
const listEngineLines = (report: ReportDocument, index: number) => {
  const page = report.pages[index]
  if (!page) throw new Error('no such page')
  const { orientation, language } = report
  return layoutPage(page, { orientation, language, isFirst: index === 0 }).blocks.map(({ lines }) =>
    lines.slice(1).map(({ start }) => start),
  )
}

test('the editor shows exactly the lines of the layout engine, at two pixel ratios', async ({
  browser,
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await signInAs(page, writer.username)
  await page.goto('studylist')
  const storage = await page.context().storageState()
  for (const [ratio, language, orientation] of [
    [1, 'fr', 'landscape'],
    [1.25, 'en', 'portrait'],
  ] as const) {
    const report = createRandomReport(language, orientation, pageCount)
    await saveDraft(writer.api, studyId, report)
    const context = await browser.newContext({
      storageState: storage,
      deviceScaleFactor: ratio,
      viewport: { width: 1366, height: 768 },
      baseURL: servers.local.base,
    })
    const scaled = await context.newPage()
    await openReport(scaled, t)
    await button(scaled, t('report:draft.continue')).click()
    const thumbnails = pageThumbnails(scaled, t)
    await expect(thumbnails).toHaveCount(pageCount)
    for (const index of report.pages.keys())
      await test.step(`page ${String(index + 1)} at ${String(ratio)}`, async () => {
        if (index > 0) await thumbnails.nth(index).click()
        await expect(textEditor(scaled)).toBeVisible()
        expect(await readShownLines(scaled)).toEqual(listEngineLines(report, index))
      })
    await context.close()
  }
})
