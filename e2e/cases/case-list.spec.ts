import { createRadiologist, submitCase, takeCase } from '../pages/case-records.ts'
import { button, expectDisabled, findRow, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test('a radiologist who takes a case too late reads who has it, and the row leaves the list', async ({
  page,
  records,
  clinicFixture,
}) => {
  const name = `Late ${records.clinic.admin}`
  const caseId = await submitCase(records, { patientName: name })
  const slow = await createRadiologist(records, clinicFixture, 'slow')
  const fast = await createRadiologist(records, clinicFixture, 'fast')
  await signInAs(page, slow.username)
  await page.goto('cases')
  await expectDisabled(button(page, 'Take Case'), 'Select a case first')
  await (await findRow(page, name)).click()
  await page.route('**/radcase/take', async (route) => {
    await takeCase(fast, caseId)
    await route.continue()
  })
  await waitForDeliberatePress(page)
  await button(page, 'Take Case').click()
  await expect(
    page.getByText('Rachel Dunmore has this case').filter({ visible: true }).first(),
  ).toBeVisible()
  await expect(page.getByText(name, { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(pageUrl('cases'))
})
