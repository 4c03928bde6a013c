import { createRadiologist, submitCase, takeCase } from '../pages/case-page.ts'
import { openStudy } from '../pages/viewer-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'

for (const language of listFlowLanguages('fr'))
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the clinic reads in the viewer how a radiologist judges its images', async ({
      page,
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
      await button(page, t('viewerPanel:panel')).click()
      await page.getByRole('tab', { name: t('viewerPanel:tab.imageData') }).click()
      const judged = page.locator('p').filter({ hasText: 'Rachel Dunmore' }).first()
      await expect(judged).toContainText(t('caseReading:fault.motion'))
      await expect(judged).toContainText(t('caseReading:fault.collimation'))
    })
  })
