import { readFile } from 'node:fs/promises'
import { test } from '../support/clinic-records.ts'
import { expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { createApi, button, signInAs, field } from '../support/clinic-fixture.ts'
import { storeImages } from '../support/stored-images.ts'

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('reject statistics show the rate by user and reason to users with the report permission', async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    // An old study with images of today: the list is empty, the statistics are not.
    const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString()
    const studyId = await records.createStudy(await records.createPatient('Rex'), longAgo)
    storeImages({ studyId }, { studyId }, { studyId }, { studyId, bodyPart: 'Skull' })
    const images = await records.api<{ id: number; bodyPart: string }[]>(
      'GET',
      `image?studyId=${studyId}`,
    )
    const skull = images.body.find(({ bodyPart }) => bodyPart === 'Skull')
    await records.api('POST', 'image/reject', { imageId: skull?.id, rejectionReason: 'Bad Image' })
    const writer = await clinicFixture.createUser(records.clinic, 'writer', { report: true })
    await signInAs(page, writer.username, 'fr')
    await page.goto('xlogreport')
    await page.getByRole('radiogroup').getByText(t('xrayLog:view.rejects')).click()
    await expect(page).toHaveURL(/view=rejects/u)
    await expect(page.getByRole('definition').first()).toHaveText(/^25\s%$/u)
    const line = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(line(t('xrayLog:rejection.Bad Image'))).toContainText('1')
    const share = (rejected: number, exposures: number) =>
      t('xrayLog:rejects.of', { rejected, exposures })
    await expect(line(records.clinic.admin)).toContainText(share(1, 4))
    await expect(line('Crâne')).toContainText(share(1, 1))
    await expect(line('Thorax')).toContainText(share(0, 3))
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    const downloading = page.waitForEvent('download')
    await button(page, t('xrayLog:download')).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain(`${t('xrayLog:rejects.by.all')};;4;1;25\r\n`)

    await field(page, t('studies:filter.dateTo')).fill('2020-01-02')
    await field(page, t('studies:filter.dateFrom')).fill('2020-01-01')
    await button(page, t('studies:filter.search')).click()
    await expect(page.getByText(t('xrayLog:rejects.empty'))).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 1366, height: 768 })

    await test.step('users without the report permission do not see them', async () => {
      const staff = await clinicFixture.createUser(records.clinic, 'staff')
      await signInAs(page, staff.username, 'fr')
      await page.goto('xlogreport?view=rejects')
      await expect(page.getByText(t('xrayLog:empty.title'))).toBeVisible()
      await expect(page.getByRole('radio', { name: t('xrayLog:view.rejects') })).toHaveCount(0)
      const api = await createApi(staff.username)
      const path = `image/rejections/${records.clinic.id}/2026-01-01/2026-02-01`
      expect((await api('GET', path)).status).toBe(403)
    })
  })
})
