import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import {
  changeUser,
  pageUrl,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
} from '../support/fixtures.ts'
import {
  button,
  enterAs,
  signInAs,
  expectDisabled,
  field,
  row,
  toast,
} from '../support/clinic-fixture.ts'
import { navigateInApp, openPage } from '../support/navigate.ts'
import { storeImages } from '../support/stored-images.ts'

const names = (page: Page) => page.getByRole('row').locator('[data-primary] > :last-child')
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const toDay = (instant: string) => instant.slice(0, 10)

async function exportLog({ page, records, clinicFixture, t }: RecordsFlow) {
  const rex = await records.createStudy(await records.createPatient('=Rex'), daysAgo(2))
  await records.createStudy(await records.createPatient('Étoile'), daysAgo(200))
  storeImages({ studyId: rex }, { studyId: rex, bodyPart: 'Skull', isRejected: true })
  const writer = await clinicFixture.createUser(records.clinic, 'writer', { report: true })
  await enterAs(page, writer.username, t, 'fr')
  await openPage(page, 'xlogreport')
  await expect(names(page)).toHaveText(['=Rex'])
  await expect(row(page, '=Rex')).toContainText(records.clinic.admin)

  const from = field(page, t('studies:filter.dateFrom'))
  await expect(from).toHaveValue(/^\d{4}-\d{2}-\d{2}$/u)
  await from.fill(toDay(daysAgo(300)))
  await button(page, t('studies:filter.search')).click()
  await expect(names(page)).toHaveText(['=Rex', 'Étoile'])
  await button(page, t('common:day.clear', { field: t('studies:filter.dateFrom') })).click()
  await expect(from).toHaveValue('')
  await button(page, t('studies:filter.search')).click()
  await expect(names(page)).toHaveText(['=Rex', 'Étoile'])

  await button(page, t('studies:action.createXrayLog')).click()
  const log = dialog(page, t('xrayLog:title'))
  const lines = log.getByRole('table').getByRole('row')
  await expect(lines).toHaveCount(3)
  await expectAccessible(page, '[role=dialog]')

  const kv = log.getByRole('checkbox', { name: 'kV', exact: true })
  await kv.check()
  await expect(log.getByText(t('xrayLog:lines.exposure'))).toBeVisible()
  // The lines are two exposures of one study, and a study without exposures.
  await expect(lines).toHaveCount(4)

  const downloading = page.waitForEvent('download')
  await button(log, t('xrayLog:download')).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.csv$/u)
  await expect(
    toast(page, t('xrayLog:saved', { name: download.suggestedFilename() })),
  ).toBeVisible()
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(5)
  expect(text).toContain("'=Rex")
  expect(text).toContain(t('xrayLog:column.patientName'))

  await test.step('the choice of columns is remembered, and an empty choice is refused with a reason', async () => {
    await page.keyboard.press('Escape')
    await expect(log).toHaveCount(0)
    const open = () => button(page, t('studies:action.createXrayLog')).click()
    await open()
    await log.getByRole('checkbox', { name: t('xrayLog:column.breed') }).uncheck()
    await page.keyboard.press('Escape')
    await open()
    await expect(log.getByRole('checkbox', { name: t('xrayLog:column.breed') })).not.toBeChecked()
    await kv.uncheck()
    await button(log, t('xrayLog:none')).first().click()
    await expectDisabled(button(log, t('xrayLog:download')), t('xrayLog:noColumns'))
  })
}

async function showOnSmallScreens({ page, records, t }: RecordsFlow) {
  await records.createStudy(await records.createPatient('Bibiche du Moulin'))
  await enterAs(page, records.clinic.admin, t, 'fr')
  await openPage(page, 'account')
  for (const [width, height] of [
    [1024, 768],
    [820, 1180],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await navigateInApp(page, 'account')
    await expect(names(page)).toHaveCount(0)
    await navigateInApp(page, 'xlogreport')
    await expect(names(page)).toHaveText(['Bibiche du Moulin'])
    // The transparent padding of a heading's button may reach over the cell, its text may not.
    const cutOff = await page
      .locator('thead th, tbody td[data-primary] > :last-child')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => {
            const text = document.createRange()
            text.selectNodeContents(cell.querySelector('button') ?? cell)
            const { right } = cell.getBoundingClientRect()
            return right > 0 && text.getBoundingClientRect().right > right + 1
          })
          .map((cell) => cell.textContent),
      )
    expect([width, cutOff]).toEqual([width, []])
    await expectNoHorizontalScroll(page)
  }
}

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('the X-ray log is filtered, exported and fits small screens', async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    const flow = { page, records, clinicFixture, t }
    await test.step('the X-ray log shows the last three months, other days on Search, and a preview of its CSV', () =>
      exportLog(flow))
    await test.step('the X-ray log shows animal, owner and whole headings on a small laptop and a tablet', async () =>
      showOnSmallScreens({ ...flow, records: await addClinic(clinicFixture) }))
  })
})

test('only users with the report permission see the report buttons', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const studyId = await records.createStudy(await records.createPatient('Rex'))
  const createReport = button(page, t('studies:action.createReport'))
  const linkToLog = page.getByRole('link', { name: t('studies:action.createXrayLog') })
  const createLog = button(page, t('studies:action.createXrayLog'))

  await test.step('without it there are lists and no report buttons', async () => {
    await signInAs(page, records.clinic.admin)
    await page.goto('studylist')
    await expect(names(page)).toHaveText(['Rex'])
    await expect(createReport).toHaveCount(0)
    await expect(linkToLog).toHaveCount(0)
    await openPage(page, 'xlogreport')
    await expect(names(page)).toHaveText(['Rex'])
    await expect(createLog).toHaveCount(0)
    await expect(createReport).toHaveCount(0)
  })

  await test.step('with it both lists lead to the report, and the study list to the log', async () => {
    const writer = await clinicFixture.createUser(records.clinic, 'writer', { report: true })
    await changeUser(page, writer.username, t)
    await openPage(page, 'studylist')
    await expectDisabled(createReport, t('studies:reason.noneSelected'))
    // The report permission does not include deleting.
    await expect(button(page, t('studies:action.delete'))).toHaveCount(0)
    await row(page, 'Rex').click()
    await createReport.click()
    await expect(page).toHaveURL(pageUrl('report'))

    await page.goBack()
    await linkToLog.click()
    await expect(page).toHaveURL(pageUrl('xlogreport'))
    // The study list has the same row and button, and stays visible until this page has loaded.
    await expect(createLog).toBeVisible()
    await row(page, 'Rex').click()
    await createReport.click()
    await expect(page).toHaveURL(pageUrl('report'))
  })

  await test.step('a deleted study gets no report', async () => {
    await records.api('DELETE', `study/deletestudy/${String(studyId)}`)
    await page.goto('studylist')
    await row(page, 'Rex').click()
    await expectDisabled(createReport, t('studies:reason.deleted'))
  })
})

test('the X-ray log fits a phone @phone-only', async ({ page, records, clinicFixture, t }) => {
  await records.createStudy(await records.createPatient('Rex'))
  const writer = await clinicFixture.createUser(records.clinic, 'writer', { report: true })
  await signInAs(page, writer.username)
  await page.goto('xlogreport')
  await button(page, t('studies:action.createXrayLog')).tap()
  await expect(dialog(page, 'Create XLog Report').getByRole('table')).toBeVisible()
  await expectNoHorizontalScroll(page)
})
