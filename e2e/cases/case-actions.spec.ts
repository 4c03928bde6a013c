import { test } from '../pages/case-fixture.ts'
import { openAs } from '../pages/case-page.ts'
import {
  createColleague,
  finalizeCase,
  submitCase,
  submitCases,
  takeCase,
} from '../pages/case-records.ts'
import { button, expectDisabled, findRow, row, signInAs, toast } from '../support/clinic-fixture.ts'
import { dialog, expect } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

const formatNumber = (caseId: number) => `VWR-CASE-${String(caseId + 1000)}`

test('a radiologist assigns a case to a colleague, who re-assigns it', async ({
  page,
  browser,
  baseURL,
  records,
  clinicFixture,
  radiologist,
}) => {
  test.slow()
  const name = `Assigned ${clinicFixture.mark}`
  const caseId = await submitCase(records, { patientName: name })
  const giver = radiologist
  const colleague = await createColleague(records, clinicFixture)
  await signInAs(page, giver.username)
  await page.goto('cases')
  await expectDisabled(button(page, 'Assign Case'), 'Select a case first')
  await (await findRow(page, name)).click()
  await waitForDeliberatePress(page)
  await button(page, 'Assign Case').click()
  const form = dialog(page, 'Assign Case')
  await expectDisabled(button(form, 'Assign Case'), 'Choose a radiologist')
  await form.getByLabel('Radiologist').selectOption(String(colleague.id))
  await waitForDeliberatePress(page)
  await button(form, 'Assign Case').click()
  await expect(toast(page, `${formatNumber(caseId)} is now with ${colleague.name}`)).toBeVisible()
  await expect(page.getByText(`Nothing found for “${name}”.`)).toBeVisible()

  const other = await openAs(browser, colleague.username, 'en', baseURL)
  await other.goto('cases?status=2')
  await (await findRow(other, name)).click()
  await waitForDeliberatePress(other)
  await button(other, 'Re-assign Case').click()
  const again = dialog(other, 'Re-assign Case')
  await expect(again).toContainText(`It is now with ${colleague.name}.`)
  await again.getByLabel('Radiologist').selectOption(String(giver.id))
  await waitForDeliberatePress(other)
  await button(again, 'Re-assign Case').click()
  await expect(again).toBeHidden()

  await page.getByRole('tab', { name: /^Assigned/u }).click()
  await expect(await findRow(page, name)).toContainText('Rachel Dunmore')
  await other.context().close()
})

test('a clinic admin deletes cases after a confirmation, but not one that was taken meanwhile', async ({
  page,
  records,
  radiologist,
}) => {
  const [first, second, third] = await submitCases(records, [
    { patientName: 'Ada' },
    { patientName: 'Bea' },
    { patientName: 'Cleo' },
  ])
  if (first === undefined || second === undefined || third === undefined) throw new Error('no case')
  await signInAs(page, records.clinic.admin)
  await page.goto('cases')
  const remove = button(page, 'Delete')
  const question = dialog(page, 'Delete')
  await expectDisabled(remove, 'Select a case first')
  await row(page, 'Ada').getByRole('checkbox').check()
  await row(page, 'Bea').getByRole('checkbox').check()
  await remove.click()
  await expect(question).toContainText(`${formatNumber(first)}, ${formatNumber(second)}`)
  await waitForDeliberatePress(page)
  await button(question, 'Cancel').click()
  await expect(question).toBeHidden()
  await expect(page.getByText('2 cases selected')).toBeVisible()
  await waitForDeliberatePress(page)
  await remove.click()
  await waitForDeliberatePress(page)
  await button(question, 'Delete').click()
  await expect(toast(page, '2 cases are deleted.')).toBeVisible()
  await expect(row(page, 'Ada')).toContainText('Deleted')
  await waitForDeliberatePress(page)
  await row(page, 'Ada').click()
  await expectDisabled(remove, 'The case is deleted already')

  await row(page, 'Cleo').click()
  await page.route('**/radcase/deletecase/*', async (route) => {
    await takeCase(radiologist, third)
    await route.continue()
  })
  await waitForDeliberatePress(page)
  await remove.click()
  await waitForDeliberatePress(page)
  await button(question, 'Delete').click()
  await expect(question).toContainText('Case can not be deleted')
})

test('a doctor cannot delete a case, and a report is downloaded from the list one at a time', async ({
  page,
  records,
  clinicFixture,
  radiologist,
}) => {
  test.slow()
  const [first, second] = await submitCases(records, [
    { patientName: 'Ada' },
    { patientName: 'Bea' },
    { patientName: 'Cleo' },
  ])
  if (first === undefined || second === undefined) throw new Error('no case')
  await finalizeCase(radiologist, first)
  await finalizeCase(radiologist, second)
  const doctor = await clinicFixture.createUser(records.clinic, 'doctor', { doctorCase: true })
  await signInAs(page, doctor.username)
  await page.goto('cases')
  await expect(row(page, 'Cleo')).toBeVisible()
  await expect(button(page, 'Cancel Case')).toBeVisible()
  for (const name of ['Delete', 'Take Case', 'Assign Case', 'Pay', 'Download Report'])
    await expect(button(page, name)).toHaveCount(0)

  await page.getByRole('tab', { name: /^Finalized/u }).click()
  await page.getByRole('checkbox', { name: 'Select all cases of this page' }).check()
  await button(page, 'Download Report').click()
  await expect(dialog(page, 'Error')).toContainText(
    'Please select only one case to download the report.',
  )
  await waitForDeliberatePress(page)
  await button(dialog(page, 'Error'), 'Close').last().click()
  await row(page, 'Bea').click()
  await expect(page.getByText('1 case selected')).toBeVisible()
  await waitForDeliberatePress(page)
  const download = page.waitForEvent('download')
  await button(page, 'Download Report').click()
  expect((await download).suggestedFilename()).toBe(`VWR-CASE-${String(second + 10_000)}.pdf`)
})

test('users of another clinic find nothing of a case', async ({ page, records }) => {
  const name = `Zorro ${records.clinic.admin}`
  const caseId = await submitCase(records, { patientName: name })
  await signInAs(page, 'admin.fr')
  await page.goto('cases')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText(`Nothing found for “${name}”.`)).toBeVisible()
  await page.goto(`editcases/${String(caseId)}`)
  await expect(page.getByText('The case could not be opened')).toBeVisible()
  await page.goto(`selectedCasesInvoice?cases=${String(caseId)}`)
  await expect(page.getByText('1 case could not be loaded and is not counted.')).toBeVisible()
  await page.goto('casestats')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText(`Nothing found for “${name}”.`)).toBeVisible()
})
