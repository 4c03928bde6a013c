import { dialog, expect } from './fixtures.ts'
import {
  apiOf,
  button,
  enter,
  expectFault,
  expectShut,
  field,
  row,
  signInStatus,
  test,
  toast,
} from './office.ts'
import { choose, flagField, flags, label } from './settings-people.ts'

// Whole journeys: on a busy machine one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

const longAgo = '2020-01-31'
const nextYear = `${new Date().getFullYear() + 1}-06-30`

test.describe('in French', () => {
  test.use({ user: 'super', language: 'fr' })

  test('a user is created with permissions; faults stand at their fields', async ({
    page,
    office,
    t,
  }) => {
    const clinic = await office.clinic()
    const username = `nurse.${office.mark}`
    await page.goto('settings/users')
    await expect(page.getByRole('columnheader')).toHaveText(
      [
        'user.username',
        'user.firstName',
        'user.lastName',
        'user.registered',
        'deleted.title',
        'user.clinic',
      ].map((key) => t(`settings:${key}`)),
    )
    await button(page, label(t, 'create')).click()
    const form = dialog(page, label(t, 'create'))
    const create = button(form, t('common:action.create'))
    const one = (name: string) => field(form, label(t, name))
    const missing = ['username', 'firstName', 'lastName', 'password', 'confirmPassword']
    await expectShut(
      create,
      t('common:form.missing', { fields: missing.map((name) => label(t, name)).join(', ') }),
    )
    await expect(one('clinic')).toHaveAttribute('required')
    await one('clinic').fill(office.mark)
    await page.getByRole('option', { name: clinic.name }).click()
    await one('username').fill('staff.en')
    await one('firstName').fill('Ada')
    await one('lastName').fill('  Keller ')
    await one('email').fill('nobody@')
    await one('validUntil').fill(longAgo)
    await expectFault(one('email'), t('errors:field/email'))
    await one('email').fill('')
    await expectFault(one('validUntil'), t('errors:field/past-date'))
    await one('validUntil').fill(nextYear)
    for (const flag of flags) await expect(flagField(form, t, flag)).not.toBeChecked()
    await flagField(form, t, 'operator').check()
    await flagField(form, t, 'report').check()
    for (const [first, second, at, words] of [
      ['Aa1', 'Aa2', 'confirmPassword', 'mismatch'],
      ['Aa1', 'Aa1', 'password', 'too-short'],
      ['12345678', '12345678', 'password', 'too-simple'],
    ] as const) {
      await one('password').fill(first)
      await one('confirmPassword').fill(second)
      await create.click()
      await expectFault(one(at), t(`errors:password/${words}`))
    }
    await one('password').fill('Fresh-word-7')
    await one('confirmPassword').fill('Fresh-word-7')
    await create.click()
    const taken = { entity: t('entities:user'), field: t('entities:fields.username') }
    await expectFault(one('username'), t('errors:record/exists', taken))
    await expect(one('confirmPassword')).toHaveValue('Fresh-word-7')

    await one('username').fill(username)
    const [request] = await Promise.all([
      page.waitForRequest('**/api/user/adduserpermission'),
      create.click(),
    ])
    await expect(toast(page, label(t, 'created', { name: username }))).toBeVisible()
    await expect(form).toHaveCount(0)
    expect(request.postDataJSON().userData).toMatchObject({ permissionProfileId: -1 })
    expect(Number(request.postDataJSON().userData.clinicId)).toBe(clinic.id)
    const asNurse = await apiOf(username, 'Fresh-word-7')
    const { user, permissionProfile } = (await asNurse('GET', 'auth/session')).body
    expect(user).toMatchObject({ lastName: 'Keller', clinicId: clinic.id, validUntil: nextYear })
    expect(flags.filter((flag) => permissionProfile[flag])).toEqual(['report', 'operator'])
  })
})

test.describe('in English', () => {
  test.use({ user: 'super', language: 'en' })

  test('a user is edited; the password only when one is entered', async ({ page, office, t }) => {
    const { username, id } = await office.user(await office.clinic(), 'nurse')
    await choose(page, username)
    const edit = button(page, t('common:action.edit'))
    await edit.click()
    const form = dialog(page, label(t, 'edit'))
    const save = button(form, t('common:action.save'))
    const one = (name: string) => field(form, label(t, name))
    await expectShut(save, t('common:form.unchanged'))
    await one('firstName').fill(' ')
    await one('validUntil').fill(longAgo)
    await expectFault(one('firstName'), t('errors:field/required'))
    await expectShut(save, t('common:form.missing', { fields: label(t, 'firstName') }))
    await one('firstName').fill('Grace')
    await expectFault(one('validUntil'), t('errors:field/past-date'))
    await one('validUntil').fill('')
    await one('confirmPassword').fill('Fresh-word-7')
    await save.click()
    await expectFault(one('confirmPassword'), t('errors:password/mismatch'))
    await one('confirmPassword').fill('')
    await save.click()
    await expect(toast(page, t('common:form.saved'))).toBeVisible()
    await expect(row(page, username)).toContainText('Grace')
    expect(await signInStatus(username)).toBe(200)

    await edit.click()
    await one('password').fill('Fresh-word-7')
    await one('confirmPassword').fill('Fresh-word-7')
    await save.click()
    await expect(form).toHaveCount(0)
    expect(await signInStatus(username)).toBe(401)
    expect(await signInStatus(username, 'Fresh-word-7')).toBe(200)
    const { body } = await office.asSuper('GET', `user/${id}`)
    expect(body).toMatchObject({ firstName: 'Grace', validUntil: null })
  })
})

test.describe('a clinic admin', () => {
  test.use({ language: 'en' })

  test('creates in his own clinic, and deletes operators only', async ({ page, office, t }) => {
    const clinic = await office.clinic()
    const nurse = await office.user(clinic, 'nurse')
    const operator = await office.user(clinic, 'operator', { operator: true })
    await enter(page, clinic.admin)
    await page.goto('settings/users')
    await expect(row(page, office.mark)).toHaveCount(3)
    await expect(page.getByRole('row')).toHaveCount(4)
    await row(page, nurse.username).click()
    await expectShut(button(page, 'Delete'), label(t, 'reason.onlyOperators'))
    await row(page, operator.username).click()
    await button(page, 'Delete').click()
    await button(dialog(page, label(t, 'deleteTitle')), 'Delete').click()
    await expect(row(page, operator.username)).toContainText(t('settings:deleted.yes'))
    expect(await signInStatus(operator.username)).toBe(403)

    await button(page, 'Create User').click()
    const form = dialog(page, 'Create User')
    const one = (name: string) => field(form, label(t, name))
    await expect(one('username')).toBeFocused()
    await expect(one('clinic')).toHaveCount(0)
    await expect(one('maxClinicCount')).toHaveCount(0)
    for (const flag of flags)
      await expect(flagField(form, t, flag)).toBeEnabled({ enabled: flag === 'operator' })
    await one('username').fill(`new.${office.mark}`)
    await one('firstName').fill('Ada')
    await one('lastName').fill('Keller')
    await one('password').fill('Fresh-word-7')
    await one('confirmPassword').fill('Fresh-word-7')
    await one('confirmPassword').press('Enter')
    await expect(form).toHaveCount(0)
    await expect(row(page, `new.${office.mark}`)).toBeVisible()
    const { body } = await (
      await apiOf(`new.${office.mark}`, 'Fresh-word-7')
    )('GET', 'auth/session')
    expect(body.user.clinicId).toBe(clinic.id)
  })
})
