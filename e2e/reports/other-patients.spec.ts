import { createWriter, openReport, textEditor } from '../pages/report-page.ts'
import { storeImage } from '../pages/viewer-page.ts'
import { button, row, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test('an image of another patient is named everywhere, and the version can be ticked in forms', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const { studyId } = await storeImage(records, 1)
  await storeImage(records, 2, {
    PatientName: 'Moreau^Luna',
    PatientID: 'L-77',
    ResponsiblePerson: 'Iris Moreau',
    ResponsiblePersonRole: 'OWNER',
    StudyInstanceUID: `2.25.${String(Date.now())}`,
  })
  const writer = await createWriter(records, clinicFixture.createUser)
  await signInAs(page, writer.username)
  await openReport(page, t)
  const create = dialog(page, 'Create Report')

  await test.step('an empty report cannot become a PDF', async () => {
    await button(page, t('report:createPdf')).click()
    await expect(create.getByText(t('report:check.empty-report')).first()).toBeVisible()
    await waitForDeliberatePress(page)
    await button(create, t('common:action.cancel')).click()
    await expect(create).toHaveCount(0)
  })

  await test.step('the picker names the other patient before the image is used', async () => {
    await textEditor(page).click()
    await page.keyboard.type('Compared with the sister.')
    await page
      .getByText(t('report:slot.count_one', { count: 1 }), { exact: true })
      .first()
      .click()
    await page.getByRole('button', { name: t('report:slot.choose', { number: 1 }) }).click()
    const picker = dialog(page, t('report:picker.title'))
    await waitForDeliberatePress(page)
    await picker.getByRole('button', { name: t('report:picker.owners') }).click()
    await picker.getByRole('combobox').fill('Moreau')
    const found = page.getByRole('option', { name: /Moreau/u })
    await expect(found).toBeVisible()
    await expect(picker.getByRole('combobox')).toBeInViewport()
    const searched = await picker.getByRole('combobox').boundingBox()
    const offered = await found.boundingBox()
    expect((offered?.y ?? 0) - (searched?.y ?? 0)).toBeLessThan(80)
    await page.getByRole('option', { name: /Moreau/u }).click()
    await picker.getByRole('button', { name: /Luna/u }).click()
    await expect(picker.getByRole('alert')).toContainText('Luna (L-77)')
    await picker.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/u }).click()
    await picker.getByRole('radio').first().check()
    await expectAccessible(page, '[role=dialog]')
    await waitForDeliberatePress(page)
    await button(picker, t('report:picker.confirmOther', { name: 'Luna' })).click()
    await expect(
      page.getByText(t('report:slot.otherPatient', { name: 'Luna' })).first(),
    ).toBeVisible()
  })

  await test.step('the check says so, and the version says so', async () => {
    await waitForDeliberatePress(page)
    await button(page, t('report:createPdf')).click()
    await expect(
      create.getByText(t('report:check.image-of-other-patient', { excerpt: 'Luna' })),
    ).toBeVisible()
    await waitForDeliberatePress(page)
    await button(create, t('report:create.confirm')).click()
    await expect(toast(page, '.pdf')).toBeVisible()
    const { body } = await writer.api<readonly { showsOtherPatient: boolean }[]>(
      'GET',
      `report/version/${String(studyId)}`,
    )
    expect(body).toMatchObject([{ showsOtherPatient: true }])
  })

  await test.step('the version is in the list of documents and in the forms', async () => {
    await signInAs(page, records.clinic.admin)
    await page.goto('studylist')
    await row(page, 'Rex').click()
    const name = t('documents:reportVersion', { version: 1 })
    await expect(page.getByRole('button', { name })).toContainText(writer.username)
    for (const form of ['download', 'email'] as const) {
      await waitForDeliberatePress(page)
      await button(page, t('studies:imageForms')).click()
      await page.getByRole('menuitem', { name: t(`studies:imageForm.${form}`) }).click()
      const opened = dialog(page, t(`studies:imageForm.${form}`))
      await expect(opened.getByRole('checkbox', { name })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
  })
})
