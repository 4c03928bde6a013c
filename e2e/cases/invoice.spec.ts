import { readFile } from 'node:fs/promises'
import { test } from '../pages/case-fixture.ts'
import { finalizeCase, submitCases } from '../pages/case-records.ts'
import { button, expectDisabled, row, signInAs } from '../support/clinic-fixture.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

for (const language of ['en', 'fr'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('Pay takes the cases that were selected on two pages to an invoice with a CSV file', async ({
      page,
      records,
      t,
      radiologist,
    }) => {
      test.slow()
      const details = Array.from({ length: 11 }, (_one, index) => ({
        patientName: `Rex ${String(index)}`,
        studyTypes: index === 0 ? 'Thorax, Abdomen' : 'Thorax',
        priority: index === 0 ? 'Urgent' : '24 Hours',
      }))
      const ids = await submitCases(records, [...details, { patientName: 'Dora', isTest: true }])
      for (const id of ids) await finalizeCase(radiologist, id)
      await signInAs(page, records.clinic.admin, language)
      await page.goto('cases?status=4')
      const pay = button(page, t('cases:action.pay'))
      await expectDisabled(pay, t('cases:reason.noneSelected'))

      await test.step('the selection survives the next page and a search', async () => {
        await page.getByRole('checkbox', { name: t('cases:selectAll') }).check()
        await expect(page.getByText(t('cases:selected_other', { count: 10 }))).toBeVisible()
        await button(page, t('common:table.nextPage')).click()
        await expect(page.getByText(t('cases:selectedHidden_other', { count: 10 }))).toBeVisible()
        // The cases of the first page stay visible until those of the second are loaded.
        await expect(row(page, 'Rex 0')).toBeVisible()
        await page.getByRole('checkbox', { name: t('cases:selectAll') }).check()
        await expect(page.getByText(t('cases:selected_other', { count: 12 }))).toBeVisible()
        await page.getByRole('searchbox').fill('Dora')
        await expect(page.getByText(t('cases:selectedHidden_other', { count: 11 }))).toBeVisible()
      })

      await test.step('the invoice has a summary without the test case', async () => {
        await waitForDeliberatePress(page)
        await pay.click()
        await expect(page).toHaveURL(pageUrl('selectedCasesInvoice'))
        const summary = page.getByRole('group', { name: t('caseFigures:invoice.summary') })
        await expect(summary.getByRole('row').last()).toHaveText(
          `${t('caseFigures:invoice.total')}1112`,
        )
        await expect(
          summary.getByRole('row').filter({ hasText: t('cases:priority.Urgent') }),
        ).toContainText('12')
        await expect(
          page.getByText(t('caseFigures:invoice.leftOut_one', { count: 1 })),
        ).toBeVisible()
        await page.reload()
        await expect(summary.getByRole('row').last()).toContainText('1112')
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
      })

      await test.step('the file has the separators of the language', async () => {
        const download = page.waitForEvent('download')
        await button(page, t('caseFigures:invoice.download')).click()
        const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
        const separator = language === 'en' ? ',' : ';'
        expect(lines).toHaveLength(13)
        expect(lines[0]).toBe(
          `\uFEFF${[
            t('cases:column.caseNumber'),
            t('cases:column.clinicName'),
            t('cases:column.patientName'),
            t('caseFigures:invoice.regions'),
            t('caseFigures:invoice.regionCount'),
            t('cases:column.modality'),
            t('cases:column.priority'),
            t('cases:column.submitOn'),
            t('caseFigures:invoice.finalizedOn'),
            t('cases:column.radiologist'),
          ].join(separator)}`,
        )
        const first = lines.find((line) => line.includes('Rex 0'))
        expect(first).toContain(language === 'en' ? '"Thorax, Abdomen",2,' : 'Thorax, Abdomen;2;')
      })

      await button(page, t('caseFigures:invoice.back')).click()
      await expect(page).toHaveURL(pageUrl('cases'))
    })
  })
