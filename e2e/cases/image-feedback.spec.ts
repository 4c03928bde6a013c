import { createRadiologist, openAs, submitCase, takeCase } from '../pages/case-page.ts'
import { openStudy } from '../pages/viewer-page.ts'
import { signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'

for (const language of ['en', 'fr'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the clinic reads in the viewer and in the reject statistics how a radiologist judges its images', async ({
      page,
      browser,
      baseURL,
      records,
      clinicFixture,
      t,
    }) => {
      test.slow()
      const caseId = await submitCase(records)
      const radiologist = await createRadiologist(records, clinicFixture)
      await takeCase(radiologist.username, radiologist.id, caseId)
      const { body } = await records.api<{ imageIds: number[] }>('GET', `radcase/${String(caseId)}`)
      for (const imageId of body.imageIds) {
        const { status } = await radiologist.api(
          'PUT',
          `radcase/${String(caseId)}/feedback/${String(imageId)}`,
          { faults: ['motion', 'collimation'] },
        )
        expect(status).toBe(200)
      }
      await signInAs(page, records.clinic.admin, language)
      await openStudy(page)
      await page.getByRole('tab', { name: t('viewerPanel:tab.imageData') }).click()
      const judged = page.locator('p').filter({ hasText: 'Rachel Dunmore' }).first()
      await expect(judged).toContainText(t('caseReading:fault.motion'))
      await expect(judged).toContainText(t('caseReading:fault.collimation'))

      const writer = await clinicFixture.createUser(records.clinic, 'writer', { report: true })
      const statistics = await openAs(browser, writer.username, language, baseURL)
      await statistics.goto('xlogreport?view=rejects')
      const name = t('xrayLog:imageFault.motion')
      await expect(
        statistics
          .getByRole('row')
          .filter({ has: statistics.getByRole('rowheader', { name, exact: true }) }),
      ).toContainText(t('xrayLog:rejects.of', { rejected: 2, exposures: 2 }))
      await statistics.context().close()
    })
  })
