import type { Page } from '@playwright/test'
import { dialog, expect } from './fixtures.ts'
import { isFocusVisible, tabTo } from './keys.ts'
import {
  apiOf,
  button,
  enter,
  expectFault,
  expectShut,
  field,
  find,
  row,
  signInStatus,
  test,
  toast,
} from './office.ts'
import type { Username } from './people.ts'
import { languages } from './words.ts'
import type { wordsIn } from './words.ts'

// Whole journeys: on a busy machine one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

type Words = ReturnType<typeof wordsIn>
const flags = [
  'report',
  'advancedTools',
  'dicomForms',
  'bulkDownload',
  'doctorCase',
  'radiologistCase',
  'clinicAdmin',
  'superAdmin',
  'contractSuperAdmin',
  'operator',
] as const
const longAgo = '2020-01-31'
const nextYear = `${new Date().getFullYear() + 1}-06-30`

const label = (t: Words, name: string, values?: Record<string, string>) =>
  t(`settings:user.${name}`, values)
const flagField = (place: Parameters<typeof field>[0], t: Words, flag: string) =>
  field(place, t(`settings:flag.${flag}.name`))

/** Opens the users and selects one of them. */
async function choose(page: Page, username: string) {
  await page.goto('settings/users')
  await (await find(page, username)).click()
}

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ user: 'super', language })

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
}

const six = flags.slice(0, 6)
const allActions = ['Edit', 'Permissions', 'Disable', 'Assign clinics', 'Delete']
interface Rights {
  readonly user: Username
  /** The flags that he may switch. */
  readonly open: readonly (typeof flags)[number][]
  readonly actions: readonly string[]
}
const rights: readonly Rights[] = [
  { user: 'root', open: flags, actions: allActions },
  {
    user: 'super',
    open: [...six, 'clinicAdmin', 'contractSuperAdmin', 'operator'],
    actions: allActions,
  },
  { user: 'contract', open: ['clinicAdmin'], actions: ['Edit', 'Permissions'] },
  { user: 'admin.en', open: ['operator'], actions: ['Edit', 'Permissions', 'Delete'] },
]
for (const { user, open, actions } of rights) {
  test.describe(user, () => {
    test.use({ user, language: 'en' })

    test('has the actions that are his, and switches the flags that he may grant', async ({
      page,
      office,
      t,
    }) => {
      const harrow = (await office.asSuper('GET', 'auth/session')).body.clinic
      const nurse = await office.user(harrow, 'nurse')
      await choose(page, nurse.username)
      const headers = await page.getByRole('columnheader').allInnerTexts()
      expect(headers.includes(label(t, 'clinic'))).toBe(user !== 'admin.en')
      for (const name of allActions)
        await expect(button(page, name)).toHaveCount(actions.includes(name) ? 1 : 0)

      await button(page, label(t, 'permissions')).click()
      const form = dialog(page, label(t, 'permissionsOf', { name: nurse.username }))
      await expect(flagField(form, t, 'report')).toBeVisible()
      for (const flag of flags)
        await expect(flagField(form, t, flag)).toBeEnabled({ enabled: open.includes(flag) })
      await expect(form.getByText(/^root$/iu)).toHaveCount(0)

      for (const flag of open) await flagField(form, t, flag).check()
      const save = button(form, t('common:action.save'))
      const [request] = await Promise.all([
        page.waitForRequest('**/api/permissionProfile'),
        save.click(),
      ])
      await expect(form).toHaveCount(0)
      expect(request.method()).toBe('PUT')
      expect(request.postDataJSON()).toMatchObject({ id: nurse.permissionProfileId, root: false })
      const path = `permissionProfile/${nurse.permissionProfileId}`
      const { body } = await office.asSuper('GET', path)
      expect(flags.filter((flag) => body[flag])).toEqual([...open])
    })
  })
}

test.describe('a super admin', () => {
  test.use({ user: 'super', language: 'en' })

  test('disables somebody, who cannot sign in, and enables him again', async ({
    page,
    office,
    t,
  }) => {
    const { username } = await office.user(await office.clinic(), 'nurse', { report: true })
    const badge = row(page, username).getByText(label(t, 'disabled'))
    await choose(page, username)
    const [request] = await Promise.all([
      page.waitForRequest('**/api/permissionProfile'),
      button(page, 'Disable').click(),
    ])
    expect(request.postDataJSON()).toMatchObject({ report: true, root: false, status: 'Inactive' })
    await expect(badge).toBeVisible()
    expect(await signInStatus(username)).toBe(403)
    await button(page, 'Enable').click()
    await expect(badge).toHaveCount(0)
    expect(await signInStatus(username)).toBe(200)
    const { body } = await (await apiOf(username))('GET', 'auth/session')
    expect(body.permissionProfile).toMatchObject({ report: true, status: 'Active' })

    await (await find(page, 'Vandermeer')).click()
    await expectShut(button(page, 'Disable'), label(t, 'reason.yourself'))
    await expectShut(button(page, 'Delete'), label(t, 'reason.yourself'))
    await (await find(page, 'Ashgrove')).click()
    for (const name of allActions) await expectShut(button(page, name), label(t, 'reason.root'))
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
    const isDeleted = (username: string) =>
      row(page, username).getByRole('gridcell', { name: t('settings:deleted.yes'), exact: true })
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
    await expect(isDeleted(first.username)).toBeVisible()
    await expect(remove).toBeFocused()
    for (const name of allActions) await expectShut(button(page, name), label(t, 'reason.deleted'))
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

test.describe('root', () => {
  test.use({ user: 'root', language: 'en' })

  test('has no end of access, and nobody can delete him', async ({ page, t }) => {
    await choose(page, 'Ashgrove')
    await expectShut(button(page, 'Delete'), label(t, 'reason.yourself'))
    await button(page, 'Edit').click()
    const form = dialog(page, label(t, 'edit'))
    await expect(field(form, label(t, 'username'))).toHaveValue('root')
    await expect(field(form, label(t, 'maxClinicCount'))).toBeVisible()
    await expect(field(form, label(t, 'validUntil'))).toHaveCount(0)
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
    await enter(page, clinic.admin)
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

test.describe('without a mouse', () => {
  test.use({ user: 'super', language: 'en' })

  test('somebody is found, disabled and enabled again', async ({ page, office, t }) => {
    const { username } = await office.user(await office.clinic(), 'nurse')
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
    await tabTo(page, label(t, 'disable'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(row(page, username)).toContainText(label(t, 'disabled'))
    expect(await signInStatus(username)).toBe(403)
    await expect(button(page, label(t, 'enable'))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, username)).not.toContainText(label(t, 'disabled'))
    expect(await signInStatus(username)).toBe(200)
  })
})
