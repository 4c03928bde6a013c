import { test } from '../pages/case-fixture.ts'
import { openStudy, thumbnail, viewportAt } from '../pages/viewer-page.ts'
import { button, row, signInAs } from '../support/clinic-fixture.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { openPage } from '../support/navigate.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'

for (const language of listFlowLanguages('fr'))
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the clinic reads in the viewer how a radiologist judges its images', async ({
      page,
      records,
      t,
      assignedCase: caseId,
      radiologist,
    }) => {
      test.slow()
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
      const line = t('common:image.judged', {
        name: 'Rachel Dunmore',
        faults: `${t('common:image.fault.collimation')}, ${t('common:image.fault.motion')}`,
      })

      await test.step('at the image and at its thumbnail', async () => {
        await expect(viewportAt(page, t, 1, 1).getByText(line)).toBeVisible()
        await expect(thumbnail(page, t, 2)).toHaveAccessibleName(new RegExp(line, 'u'))
        await expectAccessible(page)
      })

      await test.step('in the panel', async () => {
        await button(page, t('viewerPanel:panel')).click()
        await page.getByRole('tab', { name: t('viewerPanel:tab.imageData') }).click()
        const judged = page
          .locator('p')
          .filter({ hasText: /Rachel Dunmore, \d{4}-/u })
          .first()
        await expect(judged).toContainText(t('common:image.fault.motion'))
        await expect(judged).toContainText(t('common:image.fault.collimation'))
      })

      await test.step('beside the study list', async () => {
        await openPage(page, 'studylist')
        await row(page, 'Rex').click()
        const preview = page.getByRole('complementary', { name: t('studies:preview.title') })
        await expect(preview.getByRole('img', { name: line })).toHaveCount(2)
      })
    })
  })
