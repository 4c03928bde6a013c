import { test } from '../pages/case-fixture.ts'
import { findingsText, openAs, saveState } from '../pages/case-page.ts'
import { submitCase } from '../pages/case-records.ts'
import {
  button,
  expectDisabled,
  expectFieldError,
  signInAs,
  toast,
} from '../support/clinic-fixture.ts'
import { dialog, expect, pageUrl } from '../support/fixtures.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'
import { createTranslator } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

/** Each side works in its own language; the other way round with `npm test -- --all`. */
for (const language of listFlowLanguages('fr')) {
  const readerLanguage = language === 'fr' ? 'en' : 'fr'
  test.describe(`a clinic in ${language}, a radiologist in ${readerLanguage}`, () => {
    test.use({ language })

    test('a clinic and a radiologist work on a case until an addendum answers the last question', async ({
      page: clinic,
      browser,
      baseURL,
      records,
      t,
      radiologist,
    }) => {
      test.slow()
      const caseId = await submitCase(records)
      const reader = await openAs(browser, radiologist.username, readerLanguage, baseURL)
      const readerT = createTranslator(readerLanguage)
      await signInAs(clinic, records.clinic.admin, language)
      const path = `editcases/${String(caseId)}`

      await test.step('the radiologist takes the case and asks', async () => {
        await reader.goto(path)
        await button(reader, readerT('cases:action.take')).click()
        await findingsText(reader, readerT).fill('The cardiac silhouette is enlarged.')
        await expect(saveState(reader, readerT, 'saved')).toBeVisible()
        await button(reader, readerT('caseReading:action.requestMore')).click()
        const asked = dialog(reader, readerT('caseReading:action.requestMore'))
        await expectDisabled(
          button(asked, readerT('caseReading:ask.send')),
          readerT('caseReading:note.needed'),
        )
        await asked.getByLabel(readerT('caseReading:ask.note')).fill('Since when?')
        await waitForDeliberatePress(reader)
        await button(asked, readerT('caseReading:ask.send')).click()
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
        await expect(findingsText(reader, readerT)).toHaveValue(
          'The cardiac silhouette is enlarged.',
        )
        await expect(reader.getByText('For two weeks.', { exact: true })).toBeVisible()
        await reader.getByRole('checkbox', { name: readerT('cases:critical') }).click()
        const critical = dialog(reader, readerT('caseReading:critical.title'))
        await critical.getByLabel(readerT('caseReading:critical.note')).fill('Pneumothorax')
        await waitForDeliberatePress(reader)
        await button(critical, readerT('caseReading:critical.send')).click()
        await expect(reader.getByText(readerT('caseReading:critical.waiting'))).toBeVisible()
        await waitForDeliberatePress(reader)
        await button(reader, readerT('caseReading:action.submit')).click()
        await waitForDeliberatePress(reader)
        await button(
          dialog(reader, readerT('caseReading:submit.title')),
          readerT('caseReading:action.submit'),
        ).click()
        await expect(reader).toHaveURL(pageUrl('cases'))
      })

      await test.step('the critical finding stays on every page of the clinic until it is acknowledged', async () => {
        await clinic.goto('studylist')
        const alert = clinic.getByRole('alert').filter({ hasText: 'Pneumothorax' })
        await expect(alert).toBeVisible()
        await waitForDeliberatePress(clinic)
        await alert
          .getByRole('button', {
            name: new RegExp(`^${t('caseNotices:critical.acknowledge')}`, 'u'),
          })
          .click()
        await expect(alert).toHaveCount(0)
      })

      await test.step('the clinic downloads the PDF and asks back', async () => {
        await clinic.goto(path)
        await expect(clinic.getByText('The cardiac silhouette is enlarged.')).toBeVisible()
        const download = clinic.waitForEvent('download')
        await button(clinic, t('cases:action.download')).click()
        expect((await download).suggestedFilename()).toBe(`VWR-CASE-${String(caseId + 10_000)}.pdf`)
        await clinic.getByLabel(t('caseReading:thread.toRadiologist')).fill('Is surgery needed?')
        await button(clinic, t('caseReading:thread.send')).click()
        await expect(
          clinic.getByRole('listitem').filter({ hasText: 'Is surgery needed?' }),
        ).toBeVisible()
      })

      await test.step('the radiologist answers with an addendum, which the clinic reads', async () => {
        await reader.goto(path)
        const thread = reader.getByRole('tabpanel', {
          name: readerT('caseReading:reference.messages'),
        })
        await expect(thread.getByText('Is surgery needed?')).toBeInViewport()
        await button(reader, readerT('caseReading:addendum.title')).click()
        const addendum = reader.getByLabel(readerT('caseReading:addendum.text'), { exact: true })
        await expect(addendum).toBeFocused()
        await addendum.fill('No \u2702\uFE0F.')
        const add = button(reader, readerT('caseReading:addendum.add'))
        const unprintable = readerT('errors:field/unprintable', { characters: '\u2702\uFE0F' })
        await expectFieldError(addendum, unprintable)
        await addendum.fill('No surgery.')
        await expect(reader.getByText(unprintable)).toHaveCount(0)
        await reader
          .getByLabel(readerT('caseReading:addendum.reason'))
          .fill('Question of the clinic')
        await waitForDeliberatePress(reader)
        await add.click()
        await expect(toast(reader, readerT('caseReading:addendum.done'))).toBeVisible()
        await expect(clinic.getByText('No surgery.')).toBeVisible()
        await expect(
          clinic.getByText(t('caseReading:version.addendum', { number: 1 })),
        ).toBeVisible()
      })
      await reader.context().close()
    })
  })
}
