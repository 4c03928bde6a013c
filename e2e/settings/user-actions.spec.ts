import { dialog, expect } from '../support/fixtures.ts'
import { isFocusVisible, tabTo } from '../support/keyboard.ts'
import { openPage } from '../support/navigate.ts'
import {
  createApi,
  button,
  deletedMark,
  signInAs,
  expectDisabled,
  field,
  findRow,
  row,
  getSignInStatus,
  test,
  toast,
  type ClinicFlow,
} from '../support/clinic-fixture.ts'
import { userLabel, userActions } from '../pages/users-page.ts'

// End-to-end workflows: on a busy computer one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

async function deleteUsers({ page, clinicFixture, t }: ClinicFlow) {
  const clinic = await clinicFixture.createClinic()
  const [first, second] = [
    await clinicFixture.createUser(clinic, 'first'),
    await clinicFixture.createUser(clinic, 'second'),
  ]
  const question = dialog(page, userLabel(t, 'deleteTitle'))
  const remove = button(page, 'Delete')
  await openPage(page, 'settings/users')
  await expectDisabled(button(page, 'Edit'), 'Missing A Selected User')
  await remove.click()
  await expect(toast(page, 'Missing A Selected User')).toBeVisible()

  await page.getByRole('searchbox').fill(clinicFixture.mark)
  await row(page, first.username).click()
  await remove.click()
  await button(question, 'Cancel').click()
  await expect(question).toHaveCount(0)
  await remove.click()
  await button(question, 'Delete').click()
  await expect(question).toHaveCount(0)
  await expect(deletedMark(page, first.username, t)).toBeVisible()
  await expect(remove).toBeFocused()
  for (const name of userActions)
    await expectDisabled(button(page, name), userLabel(t, 'reason.deleted'))
  expect(await getSignInStatus(first.username)).toBe(403)

  // Another user has deleted this one in the meantime.
  await row(page, second.username).click()
  await remove.click()
  await clinicFixture.asSuper('DELETE', `user/deleteuser/${second.id}`)
  await button(question, 'Delete').click()
  await expect(question.getByRole('alert')).toHaveText('User can not be deleted')
  await button(question, 'Cancel').click()

  await row(page, clinic.admin).click()
  await remove.click()
  await button(question, 'Delete').click()
  await expect(question.getByRole('alert')).toHaveText('All users of a clinic cannot be deleted.')
  await button(question, 'Cancel').click()
  await expect(question).toHaveCount(0)
}

async function disableByKeyboard({ page, clinicFixture, t }: ClinicFlow) {
  const { username } = await clinicFixture.createUser(await clinicFixture.createClinic(), 'nurse', {
    report: true,
  })
  const badge = row(page, username).getByText(userLabel(t, 'disabled'))
  await openPage(page, 'settings/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(username)
  await expect(page.getByRole('row')).toHaveCount(2)
  await tabTo(page, userLabel(t, 'clinic'))
  await page.keyboard.press('Tab')
  await expect(row(page, username)).toBeFocused()
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Space')
  await expect(row(page, username)).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, 'Disable', 'Shift+Tab')
  const [request] = await Promise.all([
    page.waitForRequest('**/api/permissionProfile'),
    page.keyboard.press('Enter'),
  ])
  expect(request.postDataJSON()).toMatchObject({ report: true, root: false, status: 'Inactive' })
  await expect(badge).toBeVisible()
  expect(await getSignInStatus(username)).toBe(403)
  await expect(button(page, 'Enable')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(badge).toHaveCount(0)
  expect(await getSignInStatus(username)).toBe(200)
  const { body } = await (await createApi(username))('GET', 'auth/session')
  expect(body.permissionProfile).toMatchObject({ report: true, status: 'Active' })

  await (await findRow(page, 'Vandermeer')).click()
  await expectDisabled(button(page, 'Disable'), userLabel(t, 'reason.yourself'))
  await expectDisabled(button(page, 'Delete'), userLabel(t, 'reason.yourself'))
  await (await findRow(page, 'Ashgrove')).click()
  for (const name of userActions)
    await expectDisabled(button(page, name), userLabel(t, 'reason.root'))
}

async function assignClinics({ page, clinicFixture, t }: ClinicFlow) {
  const clinic = await clinicFixture.createClinic()
  const nurse = await clinicFixture.createUser(clinic, 'other')
  const contract = await clinicFixture.createUser(
    clinic,
    'contract',
    { contractSuperAdmin: true },
    { maxClinicCount: 1 },
  )
  await openPage(page, 'settings/users')
  await (await findRow(page, nurse.username)).click()
  const assign = button(page, 'Assign clinics')
  await expectDisabled(assign, userLabel(t, 'reason.notContract'))
  await (await findRow(page, contract.username)).click()
  await assign.click()
  const form = dialog(page, t('settings:assign.titleOf', { name: contract.username }))
  await expectDisabled(button(form, 'Save'), t('common:form.unchanged'))
  await form.getByRole('searchbox').fill(clinicFixture.mark)
  await field(form, clinic.name).check()
  await form.getByRole('searchbox').fill('Northlight')
  await field(form, 'Northlight Medical Imaging').check()
  await expect(form.getByRole('status')).toHaveText(
    t('settings:assign.countOf', { count: 2, max: 1 }),
  )
  await button(form, 'Save').click()
  await expect(form.getByRole('alert')).toHaveText('Max clinic count error')

  // The checked clinics are kept after Escape.
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await assign.click()
  await field(form, 'Northlight Medical Imaging').uncheck()
  await button(form, 'Save').click()
  await expect(form).toHaveCount(0)
  const path = `user/fetchAllUserCLinics/${contract.id}`
  expect((await clinicFixture.asSuper('GET', path)).body).toEqual([clinic.id])
}

test.describe('a super admin', () => {
  test.use({ user: 'super', language: 'en' })

  test('a super admin deletes, disables and enables users, and assigns clinics to them', async ({
    page,
    clinicFixture,
    t,
  }) => {
    const flow = { page, clinicFixture, t }
    await test.step('a super admin deletes a user after a confirmation, and sees which users cannot be deleted', () =>
      deleteUsers(flow))
    await test.step('a super admin disables a user by keyboard, who then cannot sign in, and enables them again', () =>
      disableByKeyboard(flow))
    await test.step('a super admin assigns clinics to contract super admins only, up to their limit', () =>
      assignClinics(flow))
  })
})

test.describe('a clinic admin', () => {
  test.use({ language: 'fr' })

  test('a clinic admin searches, sorts and pages through more than ten users', async ({
    page,
    clinicFixture,
    t,
  }) => {
    const clinic = await clinicFixture.createClinic()
    const names = Array.from(
      { length: 11 },
      (_one, index) => `nurse${String(index).padStart(2, '0')}`,
    )
    await Promise.all(
      names.map((name, index) =>
        clinicFixture.createUser(clinic, name, {}, { firstName: `First${String(20 - index)}` }),
      ),
    )
    await signInAs(page, clinic.admin, 'fr')
    await page.goto('settings/users')
    const range = (from: number, to: number, total: number) =>
      expect(page.getByText(t('common:table.range', { from, to, total }))).toBeVisible()
    const top = page.getByRole('row').nth(1)
    await range(1, 10, 12)
    await expect(page.getByRole('row')).toHaveCount(11)
    await expect(top).toContainText(clinic.admin)
    await button(page, t('common:table.nextPage')).click()
    await range(11, 12, 12)
    await expect(top).toContainText('nurse09')

    const byFirstName = page.getByRole('columnheader', { name: userLabel(t, 'firstName') })
    await byFirstName.getByRole('button').click()
    await range(1, 10, 12)
    await expect(byFirstName).toHaveAttribute('aria-sort', 'ascending')
    await expect(top).toContainText('Ada')
    await byFirstName.getByRole('button').click()
    await expect(byFirstName).toHaveAttribute('aria-sort', 'descending')
    await expect(top).toContainText('First20')

    await page.getByRole('searchbox').fill('NURSE03')
    await range(1, 1, 1)
    await expect(top).toContainText('nurse03')
    await page.getByRole('searchbox').fill('nobody at all')
    await expect(top).toHaveText(t('common:table.nothingFound', { words: 'nobody at all' }))
    await button(page, t('common:table.clearSearch')).click()
    await range(1, 10, 12)
  })
})
