import { readFile } from 'node:fs/promises'
import { test } from './clinic-day.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { apiOf, button, enter, field } from './office.ts'
import { storeImages } from './stored-images.ts'

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('reject statistics tell the rate, of whom and why, to who may write reports', async ({
    page,
    day,
    office,
    t,
  }) => {
    // A study of long ago, whose images are of today: the list is empty, the statistics are not.
    const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString()
    const studyId = await day.study(await day.patient('Rex'), longAgo)
    storeImages({ studyId }, { studyId }, { studyId }, { studyId, bodyPart: 'Skull' })
    const images = await day.api<{ id: number; bodyPart: string }[]>(
      'GET',
      `image?studyId=${studyId}`,
    )
    const skull = images.body.find(({ bodyPart }) => bodyPart === 'Skull')
    await day.api('POST', 'image/reject', { imageId: skull?.id, rejectionReason: 'Bad Image' })
    const writer = await office.user(day.clinic, 'writer', { report: true })
    await enter(page, writer.username, 'fr')
    await page.goto('xlogreport')
    await page.getByRole('radiogroup').getByText(t('xrayLog:view.rejects')).click()
    await expect(page).toHaveURL(/view=rejects/u)
    await expect(page.getByRole('definition').first()).toHaveText(/^25\s%$/u)
    const line = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(line(t('xrayLog:rejection.Bad Image'))).toContainText('1')
    const of = (rejected: number, exposures: number) =>
      t('xrayLog:rejects.of', { rejected, exposures })
    await expect(line(day.clinic.admin)).toContainText(of(1, 4))
    await expect(line('Crâne')).toContainText(of(1, 1))
    await expect(line('Thorax')).toContainText(of(0, 3))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const downloading = page.waitForEvent('download')
    await button(page, t('xrayLog:download')).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain(`${t('xrayLog:rejects.by.all')},,4,1,25\r\n`)

    await field(page, t('studies:filter.dateTo')).fill('2020-01-02')
    await field(page, t('studies:filter.dateFrom')).fill('2020-01-01')
    await button(page, t('studies:filter.search')).click()
    await expect(page.getByText(t('xrayLog:rejects.empty'))).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1366, height: 768 })

    await test.step('who may write no report is not offered them', async () => {
      const staff = await office.user(day.clinic, 'staff')
      await enter(page, staff.username, 'fr')
      await page.goto('xlogreport?view=rejects')
      await expect(page.getByText(t('xrayLog:empty.title'))).toBeVisible()
      await expect(page.getByRole('radio', { name: t('xrayLog:view.rejects') })).toHaveCount(0)
      const api = await apiOf(staff.username)
      const path = `image/rejections/${day.clinic.id}/2026-01-01/2026-02-01`
      expect((await api('GET', path)).status).toBe(403)
    })
  })
})
