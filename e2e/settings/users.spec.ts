import { dialog, expect } from '../support/fixtures.ts'
import {
  createApi,
  button,
  signInAs,
  expectFieldError,
  expectDisabled,
  field,
  row,
  getSignInStatus,
  test,
  toast,
  type ClinicFlow,
} from '../support/clinic-fixture.ts'
import { openPage } from '../support/navigate.ts'
import { selectUser, flagField, permissionFlags, userLabel } from '../pages/users-page.ts'

// End-to-end workflows: on a busy computer one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

const longAgo = '2020-01-31'
const nextYear = `${new Date().getFullYear() + 1}-06-30`

async function createUser({ page, clinicFixture, t }: ClinicFlow) {
  const clinic = await clinicFixture.createClinic()
  const username = `nurse.${clinicFixture.mark}`
  await openPage(page, 'settings/users')
  await expect(page.getByRole('columnheader')).toHaveText(
    [
      'user.username',
      'user.firstName',
      'user.lastName',
      'user.role',
      'user.registered',
      'user.lastSignIn',
      'deleted.title',
      'user.clinic',
    ].map((key) => t(`settings:${key}`)),
  )
  await button(page, userLabel(t, 'create')).click()
  const form = dialog(page, userLabel(t, 'create'))
  const create = button(form, t('common:action.create'))
  const userField = (name: string) => field(form, userLabel(t, name))
  const missing = ['username', 'firstName', 'lastName', 'password', 'confirmPassword']
  await expectDisabled(
    create,
    t('common:form.missing', { fields: missing.map((name) => userLabel(t, name)).join(', ') }),
  )
  await expect(userField('clinic')).toHaveAttribute('required')
  await userField('clinic').fill(clinicFixture.mark)
  await page.getByRole('option', { name: clinic.name }).click()
  await userField('username').fill('staff.en')
  await userField('firstName').fill('Ada')
  await userField('lastName').fill('  Keller ')
  await userField('email').fill('nobody@')
  await userField('validUntil').fill(longAgo)
  await expectFieldError(userField('email'), t('errors:field/email'))
  await userField('email').fill('')
  await expectFieldError(userField('validUntil'), t('errors:field/past-date'))
  await userField('validUntil').fill(nextYear)
  for (const flag of permissionFlags) await expect(flagField(form, t, flag)).not.toBeChecked()
  await flagField(form, t, 'operator').check()
  await flagField(form, t, 'report').check()
  for (const [first, second, name, code] of [
    ['Aa1', 'Aa2', 'confirmPassword', 'mismatch'],
    ['Aa1', 'Aa1', 'password', 'too-short'],
    ['12345678', '12345678', 'password', 'too-simple'],
  ] as const) {
    await userField('password').fill(first)
    await userField('confirmPassword').fill(second)
    await create.click()
    await expectFieldError(userField(name), t(`errors:password/${code}`))
  }
  await userField('password').fill('Fresh-word-7')
  await userField('confirmPassword').fill('Fresh-word-7')
  await create.click()
  const duplicate = { entity: t('entities:user'), field: t('entities:fields.username') }
  await expectFieldError(userField('username'), t('errors:record/exists', duplicate))
  await expect(userField('confirmPassword')).toHaveValue('Fresh-word-7')

  await userField('username').fill(username)
  const [request] = await Promise.all([
    page.waitForRequest('**/api/user/adduserpermission'),
    create.click(),
  ])
  await expect(toast(page, userLabel(t, 'created', { name: username }))).toBeVisible()
  await expect(form).toHaveCount(0)
  expect(request.postDataJSON().userData).toMatchObject({ permissionProfileId: -1 })
  expect(Number(request.postDataJSON().userData.clinicId)).toBe(clinic.id)
  const asNurse = await createApi(username, 'Fresh-word-7')
  const { user, permissionProfile } = (await asNurse('GET', 'auth/session')).body
  expect(user).toMatchObject({ lastName: 'Keller', clinicId: clinic.id, validUntil: nextYear })
  expect(permissionFlags.filter((flag) => permissionProfile[flag])).toEqual(['report', 'operator'])
}

async function editUser({ page, clinicFixture, t }: ClinicFlow) {
  const { username, id } = await clinicFixture.createUser(
    await clinicFixture.createClinic(),
    'edited',
  )
  await selectUser(page, username)
  const edit = button(page, t('common:action.edit'))
  await edit.click()
  const form = dialog(page, userLabel(t, 'edit'))
  const save = button(form, t('common:action.save'))
  const userField = (name: string) => field(form, userLabel(t, name))
  await expectDisabled(save, t('common:form.unchanged'))
  await userField('firstName').fill(' ')
  await userField('validUntil').fill(longAgo)
  await expectFieldError(userField('firstName'), t('errors:field/required'))
  await expectDisabled(save, t('common:form.missing', { fields: userLabel(t, 'firstName') }))
  await userField('firstName').fill('Grace')
  await expectFieldError(userField('validUntil'), t('errors:field/past-date'))
  await userField('validUntil').fill('')
  await userField('confirmPassword').fill('Fresh-word-7')
  await save.click()
  await expectFieldError(userField('confirmPassword'), t('errors:password/mismatch'))
  await userField('confirmPassword').fill('')
  await save.click()
  await expect(toast(page, t('common:form.saved'))).toBeVisible()
  await expect(row(page, username)).toContainText('Grace')
  expect(await getSignInStatus(username)).toBe(200)

  await edit.click()
  await userField('password').fill('Fresh-word-7')
  await userField('confirmPassword').fill('Fresh-word-7')
  await save.click()
  await expect(form).toHaveCount(0)
  expect(await getSignInStatus(username)).toBe(401)
  expect(await getSignInStatus(username, 'Fresh-word-7')).toBe(200)
  const { body } = await clinicFixture.asSuper('GET', `user/${id}`)
  expect(body).toMatchObject({ firstName: 'Grace', validUntil: null })
}

test.describe('in French', () => {
  test.use({ user: 'super', language: 'fr' })

  test('a super admin creates and edits users', async ({ page, clinicFixture, t }) => {
    const flow = { page, clinicFixture, t }
    await test.step('a user is created with permissions; errors appear at their fields', () =>
      createUser(flow))
    await test.step('a user is edited; the password changes only when one is entered', () =>
      editUser(flow))
  })
})

test.describe('a clinic admin', () => {
  test.use({ language: 'en' })

  test('a clinic admin creates users in their own clinic only, and deletes operators only', async ({
    page,
    clinicFixture,
    t,
  }) => {
    const clinic = await clinicFixture.createClinic()
    const nurse = await clinicFixture.createUser(clinic, 'nurse')
    const operator = await clinicFixture.createUser(clinic, 'operator', { operator: true })
    await signInAs(page, clinic.admin)
    await page.goto('settings/users')
    await expect(row(page, clinicFixture.mark)).toHaveCount(3)
    await expect(page.getByRole('row')).toHaveCount(4)
    await row(page, nurse.username).click()
    await expectDisabled(button(page, 'Delete'), userLabel(t, 'reason.onlyOperators'))
    await row(page, operator.username).click()
    await button(page, 'Delete').click()
    await button(dialog(page, userLabel(t, 'deleteTitle')), 'Delete').click()
    await expect(row(page, operator.username)).toContainText(t('settings:deleted.yes'))
    expect(await getSignInStatus(operator.username)).toBe(403)

    await button(page, 'Create User').click()
    const form = dialog(page, 'Create User')
    const userField = (name: string) => field(form, userLabel(t, name))
    await expect(userField('username')).toBeFocused()
    await expect(userField('clinic')).toHaveCount(0)
    await expect(userField('maxClinicCount')).toHaveCount(0)
    for (const flag of permissionFlags)
      await expect(flagField(form, t, flag)).toBeEnabled({ enabled: flag === 'operator' })
    await userField('username').fill(`new.${clinicFixture.mark}`)
    await userField('firstName').fill('Ada')
    await userField('lastName').fill('Keller')
    await userField('password').fill('Fresh-word-7')
    await userField('confirmPassword').fill('Fresh-word-7')
    await userField('confirmPassword').press('Enter')
    await expect(form).toHaveCount(0)
    await expect(row(page, `new.${clinicFixture.mark}`)).toBeVisible()
    const { body } = await (
      await createApi(`new.${clinicFixture.mark}`, 'Fresh-word-7')
    )('GET', 'auth/session')
    expect(body.user.clinicId).toBe(clinic.id)
  })
})
