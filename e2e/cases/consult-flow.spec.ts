import {
  createRadiologist,
  findingsText,
  openAs,
  saveState,
  submitCase,
} from '../pages/case-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

for (const language of ['en', 'fr'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a clinic and a radiologist work on a case until an addendum answers the last question', async ({
      page: clinic,
      browser,
      baseURL,
      records,
      clinicFixture,
      t,
    }) => {
      test.slow()
      const caseId = await submitCase(records)
      const radiologist = await createRadiologist(records, clinicFixture)
      const reader = await openAs(browser, radiologist.username, language, baseURL)
      await signInAs(clinic, records.clinic.admin, language)
      const path = `editcases/${String(caseId)}`

      await test.step('the radiologist takes the case and asks', async () => {
        await reader.goto(path)
        await button(reader, t('cases:action.take')).click()
        await findingsText(reader, t).fill('The cardiac silhouette is enlarged.')
        await expect(saveState(reader, t, 'saved')).toBeVisible()
        await button(reader, t('caseReading:action.requestMore')).click()
        const asked = dialog(reader, t('caseReading:action.requestMore'))
        await asked.getByLabel(t('caseReading:ask.note')).fill('Since when?')
        await waitForDeliberatePress(reader)
        await button(asked, t('caseReading:ask.send')).click()
        await expect(reader).toHaveURL(pageUrl('cases'))
      })

      await test.step('the clinic is notified, opens the case from the bell and answers', async () => {
        await clinic.goto('cases')
        await clinic
          .getByRole('button', { name: new RegExp(`^${t('common:notices.title')}`, 'u') })
          .click()
        await clinic
          .getByText(t('caseNotices:kind.question', { actor: 'Rachel Dunmore', patient: 'Rex' }))
          .click()
        await expect(clinic).toHaveURL(pageUrl(path))
        const question = clinic.getByRole('region', { name: t('caseReading:answer.title') })
        await expect(question).toContainText('Since when?')
        // Nothing of the draft is visible to the clinic.
        await expect(clinic.getByText('The cardiac silhouette is enlarged.')).toHaveCount(0)
        await clinic.getByLabel(t('caseReading:answer.note')).fill('For two weeks.')
        await waitForDeliberatePress(clinic)
        await button(clinic, t('caseReading:answer.send')).click()
        await expect(toast(clinic, t('caseReading:answer.done'))).toBeVisible()
      })

      await test.step('the radiologist reports a critical finding and submits', async () => {
        await reader.goto(path)
        await expect(findingsText(reader, t)).toHaveValue('The cardiac silhouette is enlarged.')
        await expect(reader.getByText('For two weeks.', { exact: true })).toBeVisible()
        await reader.getByRole('checkbox', { name: t('cases:critical') }).click()
        const critical = dialog(reader, t('caseReading:critical.title'))
        await critical.getByLabel(t('caseReading:critical.note')).fill('Pneumothorax')
        await waitForDeliberatePress(reader)
        await button(critical, t('caseReading:critical.send')).click()
        await expect(reader.getByText(t('caseReading:critical.waiting'))).toBeVisible()
        await waitForDeliberatePress(reader)
        await button(reader, t('caseReading:action.submit')).click()
        await waitForDeliberatePress(reader)
        await button(
          dialog(reader, t('caseReading:submit.title')),
          t('caseReading:action.submit'),
        ).click()
        await expect(reader).toHaveURL(pageUrl('cases'))
      })

      await test.step('the critical finding stays on every page of the clinic until it is acknowledged', async () => {
        await clinic.goto('studylist')
        const alert = clinic.getByRole('alert').filter({ hasText: 'Pneumothorax' })
        await expect(alert).toBeVisible()
        await waitForDeliberatePress(clinic)
        await button(alert, t('caseNotices:critical.acknowledge')).click()
        await expect(alert).toHaveCount(0)
      })

      await test.step('the clinic downloads the PDF and asks back', async () => {
        await clinic.goto(path)
        await expect(clinic.getByText('The cardiac silhouette is enlarged.')).toBeVisible()
        const download = clinic.waitForEvent('download')
        await button(clinic, t('cases:action.download')).click()
        expect((await download).suggestedFilename()).toBe(`VWR-CASE-${String(caseId + 10_000)}.pdf`)
        await clinic.getByLabel(t('caseReading:thread.write')).fill('Is surgery needed?')
        await button(clinic, t('caseReading:thread.send')).click()
        await expect(
          clinic.getByRole('listitem').filter({ hasText: 'Is surgery needed?' }),
        ).toBeVisible()
      })

      await test.step('the radiologist answers with an addendum, which the clinic reads', async () => {
        await reader.goto(`casereport?caseId=${String(caseId)}`)
        await reader.getByText(t('caseReading:addendum.title')).click()
        await reader.getByLabel(t('caseReading:addendum.text'), { exact: true }).fill('No surgery.')
        await reader.getByLabel(t('caseReading:addendum.reason')).fill('Question of the clinic')
        await waitForDeliberatePress(reader)
        await button(reader, t('caseReading:addendum.add')).click()
        await expect(toast(reader, t('caseReading:addendum.done'))).toBeVisible()
        await expect(clinic.getByText('No surgery.')).toBeVisible()
        await expect(
          clinic.getByText(t('caseReading:version.addendum', { number: 1 })),
        ).toBeVisible()
      })
      await reader.context().close()
    })
  })
