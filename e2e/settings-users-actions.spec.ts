import { dialog, expect } from './fixtures.ts'
import { isFocusVisible, tabTo } from './keys.ts'
import {
  apiOf,
  button,
  deletedMark,
  enter,
  expectShut,
  field,
  find,
  row,
  signInStatus,
  test,
  toast,
} from './office.ts'
import { choose, label, userActions } from './settings-people.ts'

// Whole journeys: on a busy machine one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

test.describe('a super admin', () => {
  test.use({ user: 'super', language: 'en' })

  test('disables somebody without a mouse, who cannot sign in, and enables him again', async ({
    page,
    office,
    t,
  }) => {
    const { username } = await office.user(await office.clinic(), 'nurse', { report: true })
    const badge = row(page, username).getByText(label(t, 'disabled'))
    await page.goto('settings/users')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(username)
    await expect(page.getByRole('row')).toHaveCount(2)
    await tabTo(page, label(t, 'clinic'))
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
    expect(await signInStatus(username)).toBe(403)
    await expect(button(page, 'Enable')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(badge).toHaveCount(0)
    expect(await signInStatus(username)).toBe(200)
    const { body } = await (await apiOf(username))('GET', 'auth/session')
    expect(body.permissionProfile).toMatchObject({ report: true, status: 'Active' })

    await (await find(page, 'Vandermeer')).click()
    await expectShut(button(page, 'Disable'), label(t, 'reason.yourself'))
    await expectShut(button(page, 'Delete'), label(t, 'reason.yourself'))
    await (await find(page, 'Ashgrove')).click()
    for (const name of userActions) await expectShut(button(page, name), label(t, 'reason.root'))
  })

  test('assigns clinics to contract super admins only, and not more than they may have', async ({
    page,
    office,
    t,
  }) => {
    const clinic = await office.clinic()
    const nurse = await office.user(clinic, 'nurse')
    const contract = await office.user(
      clinic,
      'contract',
      { contractSuperAdmin: true },
      { maxClinicCount: 1 },
    )
    await choose(page, nurse.username)
    const assign = button(page, 'Assign clinics')
    await expectShut(assign, label(t, 'reason.notContract'))
    await (await find(page, contract.username)).click()
    await assign.click()
    const form = dialog(page, t('settings:assign.titleOf', { name: contract.username }))
    await expectShut(button(form, 'Save'), t('common:form.unchanged'))
    await form.getByRole('searchbox').fill(office.mark)
    await field(form, clinic.name).check()
    await form.getByRole('searchbox').fill('Northlight')
    await field(form, 'Northlight Medical Imaging').check()
    await expect(form.getByRole('status')).toHaveText(
      t('settings:assign.countOf', { count: 2, max: 1 }),
    )
    await button(form, 'Save').click()
    await expect(form.getByRole('alert')).toHaveText('Max clinic count error')

    // What was ticked is still there after Escape.
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await assign.click()
    await field(form, 'Northlight Medical Imaging').uncheck()
    await button(form, 'Save').click()
    await expect(form).toHaveCount(0)
    const path = `user/fetchAllUserCLinics/${contract.id}`
    expect((await office.asSuper('GET', path)).body).toEqual([clinic.id])
  })

  test('deletes somebody after a question, and is told what cannot be deleted', async ({
    page,
    office,
    t,
  }) => {
    const clinic = await office.clinic()
    const [first, second] = [
      await office.user(clinic, 'first'),
      await office.user(clinic, 'second'),
    ]
    const question = dialog(page, label(t, 'deleteTitle'))
    const remove = button(page, 'Delete')
    await page.goto('settings/users')
    await expectShut(button(page, 'Edit'), 'Missing A Selected User')
    await remove.click()
    await expect(toast(page, 'Missing A Selected User')).toBeVisible()

    await page.getByRole('searchbox').fill(office.mark)
    await row(page, first.username).click()
    await remove.click()
    await button(question, 'Cancel').click()
    await expect(question).toHaveCount(0)
    await remove.click()
    await button(question, 'Delete').click()
    await expect(question).toHaveCount(0)
    await expect(deletedMark(page, first.username, t)).toBeVisible()
    await expect(remove).toBeFocused()
    for (const name of userActions) await expectShut(button(page, name), label(t, 'reason.deleted'))
    expect(await signInStatus(first.username)).toBe(403)

    // Somebody else was faster.
    await row(page, second.username).click()
    await remove.click()
    await office.asSuper('DELETE', `user/deleteuser/${second.id}`)
    await button(question, 'Delete').click()
    await expect(question.getByRole('alert')).toHaveText('User can not be deleted')
    await button(question, 'Cancel').click()

    await row(page, clinic.admin).click()
    await remove.click()
    await button(question, 'Delete').click()
    await expect(question.getByRole('alert')).toHaveText('All users of a clinic cannot be deleted.')
  })
})

test.describe('a clinic admin', () => {
  test.use({ language: 'fr' })

  test('finds, sorts and leafs through more than ten', async ({ page, office, t }) => {
    const clinic = await office.clinic()
    const names = Array.from(
      { length: 11 },
      (_one, index) => `nurse${String(index).padStart(2, '0')}`,
    )
    await Promise.all(
      names.map((name, index) =>
        office.user(clinic, name, {}, { firstName: `First${String(20 - index)}` }),
      ),
    )
    await enter(page, clinic.admin, 'fr')
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

    const byFirstName = page.getByRole('columnheader', { name: label(t, 'firstName') })
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
