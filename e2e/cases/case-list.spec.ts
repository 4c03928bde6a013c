import { createRadiologist, submitCases, takeCase } from '../pages/case-records.ts'
import { button, expectDisabled, findRow, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test('a radiologist who takes a case too late reads who has it, and one taken in time opens', async ({
  page,
  records,
  clinicFixture,
}) => {
  const name = `Late ${records.clinic.admin}`
  const nextName = `Prunelle ${records.clinic.admin}`
  const [caseId, nextId] = await submitCases(records, [
    { patientName: name },
    { patientName: nextName },
  ])
  if (caseId === undefined || nextId === undefined) throw new Error('no case')
  const slow = await createRadiologist(records, clinicFixture, 'slow')
  const fast = await createRadiologist(records, clinicFixture, 'fast')
  await signInAs(page, slow.username)

  await test.step('a list that cannot be fetched opens no dialog, and is fetched again', async () => {
    const list = '**/radcase/cases/page?**'
    await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'Failed' } }))
    await page.goto('cases')
    await expect(page.getByText('The cases could not be loaded')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Failed', { exact: true })).toHaveCount(0)
    await page.unroute(list)
    await button(page, 'Refresh').click()
    await expect(page.getByRole('searchbox')).toBeVisible()
  })

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

  await test.step('a case that is taken in time opens', async () => {
    await page.unroute('**/radcase/take')
    const row = await findRow(page, nextName)
    // The list is refreshed before the answer arrives.
    await page.route('**/radcase/take', async (route) => {
      const response = await route.fetch()
      await expect(row).toContainText('Nothing found')
      await route.fulfill({ response })
    })
    // The press on Take Case was a moment ago.
    await waitForDeliberatePress(page)
    await row.click()
    await waitForDeliberatePress(page)
    await button(page, 'Take Case').click()
    await expect(page).toHaveURL(pageUrl(`editcases/${String(nextId)}`))
    await expect(page.getByText('Assigned', { exact: true })).toBeVisible()
  })
})
