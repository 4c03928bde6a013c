import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { test } from './clinic-day.ts'
import { at, dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { button, enter, expectShut, field, row, toast } from './office.ts'
import { storeImages } from './stored-images.ts'

const names = (page: Page) => page.getByRole('row').locator('[data-primary] > :last-child')
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const day10 = (instant: string) => instant.slice(0, 10)

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('shows the last three months, other days on Search, and the CSV as it will be', async ({
    page,
    day,
    office,
    t,
  }) => {
    const rex = await day.study(await day.patient('=Rex'), daysAgo(2))
    await day.study(await day.patient('Étoile'), daysAgo(200))
    storeImages({ studyId: rex }, { studyId: rex, bodyPart: 'Skull', isRejected: true })
    const writer = await office.user(day.clinic, 'writer', { report: true })
    await enter(page, writer.username, 'fr')
    await page.goto('xlogreport')
    await expect(names(page)).toHaveText(['=Rex'])
    await expect(row(page, '=Rex')).toContainText(day.clinic.admin)

    const from = field(page, t('studies:filter.dateFrom'))
    await expect(from).toHaveValue(/^\d{4}-\d{2}-\d{2}$/u)
    await from.fill(day10(daysAgo(300)))
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
    // Two exposures of one study, and a study without any.
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

    await test.step('the choice of columns stays, and none is refused with a reason', async () => {
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
      await expectShut(button(log, t('xrayLog:download')), t('xrayLog:noColumns'))
    })
  })
})

test('only those with the report flag see the buttons of reports, which lead to them', async ({
  page,
  day,
  office,
  t,
}) => {
  await day.study(await day.patient('Rex'))
  const createReport = button(page, t('studies:action.createReport'))
  const linkToLog = page.getByRole('link', { name: t('studies:action.createXrayLog') })
  const createLog = button(page, t('studies:action.createXrayLog'))

  await test.step('without it there are the lists and no report', async () => {
    await enter(page, day.clinic.admin)
    await page.goto('studylist')
    await expect(names(page)).toHaveText(['Rex'])
    await expect(createReport).toHaveCount(0)
    await expect(linkToLog).toHaveCount(0)
    await page.goto('xlogreport')
    await expect(names(page)).toHaveText(['Rex'])
    await expect(createLog).toHaveCount(0)
    await expect(createReport).toHaveCount(0)
  })

  await test.step('with it both lists lead to the report, and the study list to the log', async () => {
    const writer = await office.user(day.clinic, 'writer', { report: true })
    await enter(page, writer.username)
    await page.goto('studylist')
    await expectShut(createReport, t('studies:reason.noneSelected'))
    // Whoever writes reports may not delete.
    await expect(button(page, t('studies:action.delete'))).toHaveCount(0)
    await row(page, 'Rex').click()
    await createReport.click()
    await expect(page).toHaveURL(at('report'))

    await page.goBack()
    await linkToLog.click()
    await expect(page).toHaveURL(at('xlogreport'))
    // The list before it has such a row and such a button too, and stands until this page is there.
    await expect(createLog).toBeVisible()
    await row(page, 'Rex').click()
    await createReport.click()
    await expect(page).toHaveURL(at('report'))
  })
})

test('fits a phone @phone-only', async ({ page, day, office, t }) => {
  await day.study(await day.patient('Rex'))
  const writer = await office.user(day.clinic, 'writer', { report: true })
  await enter(page, writer.username)
  await page.goto('xlogreport')
  await button(page, t('studies:action.createXrayLog')).tap()
  await expect(dialog(page, 'Create XLog Report').getByRole('table')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
