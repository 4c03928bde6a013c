import type { Locator } from '@playwright/test'
import { dialog, expect } from '../support/fixtures.ts'
import {
  createApi,
  button,
  deletedMark,
  signInAs,
  expectFieldError,
  expectDisabled,
  field,
  findRow,
  row,
  getSignInStatus,
  test,
  toast,
  type ClinicFlow,
} from '../support/clinic-fixture.ts'
import { createTranslator } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { openPage } from '../support/navigate.ts'

const harrow = 'Harrow Creek Animal Hospital'
const labelsOf = (t: ReturnType<typeof createTranslator>) => ({
  name: t('settings:clinic.name'),
  aeTitle: t('settings:clinic.aeTitle'),
  type: t('settings:clinic.type'),
  language: t('settings:clinic.language'),
  phone: t('settings:clinic.phone'),
  email: t('settings:clinic.email'),
  address: t('settings:clinic.address'),
})

// End-to-end workflows: on a busy computer one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

/** Whether the element is visible and not covered by a sticky header. */
const isUncovered = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top !== null && element.contains(top)
}

/** Checks the texts that the specification quotes; the tests use the keys of the catalogue. */
function expectSpecifiedTexts() {
  const t = createTranslator('en')
  const values = { entity: t('entities:clinic'), field: t('entities:fields.name') }
  expect(t('errors:record/exists', values)).toBe('A clinic already exists with that name')
  expect(t('errors:password/mismatch')).toBe('Password field must match Confirm Password field')
  expect(t('errors:password/too-short')).toBe('Password must be at least 8 characters long')
  expect(t('errors:password/too-simple')).toBe(
    'Must contain at least one digit, one uppercase character and one lowercase character',
  )
  expect(t('settings:clinics.select')).toBe('Select Clinic')
  expect(t('errors:clinic/of-user-not-found')).toBe('Clinic belonging to user was not found')
}

test.describe('the details of the clinic', () => {
  test.use({ language: 'fr' })

  test('a clinic admin saves the clinic details; errors appear at their fields, and the page switches to the language of the clinic', async ({
    page,
    clinicFixture,
    t,
  }) => {
    const clinic = await clinicFixture.createClinic({ phone: '(519) 555-0100', lang: 'fr' })
    const label = labelsOf(t)
    await signInAs(page, clinic.admin, 'fr')
    const sent: unknown[] = []
    page.on('request', (request) => {
      // The sign-in records the language of the page.
      const isLanguage = request.url().endsWith('/account/language')
      if (request.method() === 'PUT' && !isLanguage) sent.push(request.url())
    })
    await page.goto('settings')
    await expect(page.getByRole('link', { name: t('settings:section.clinic') })).toHaveAttribute(
      'aria-current',
      'page',
    )
    const details = page.getByRole('form', { name: t('settings:clinic.form') })
    const save = button(details, t('common:action.save'))
    await expect(field(page, label.name)).toHaveValue(clinic.name)
    await expectDisabled(save, t('common:form.unchanged'))
    for (const locked of [label.name, label.aeTitle]) {
      await expect(field(page, locked)).not.toBeEditable()
      await expect(field(page, locked)).toHaveAccessibleDescription(
        t('settings:clinic.renameReason'),
      )
    }

    await field(page, label.phone).fill('12')
    await field(page, label.email).fill('nobody')
    await expectFieldError(field(page, label.phone), t('errors:field/phone'))
    await expectDisabled(
      save,
      t('common:form.invalid', { fields: `${label.phone}, ${label.email}` }),
    )
    await field(page, label.phone).fill('(519) 555-0199')
    await expectFieldError(field(page, label.email), t('errors:field/email'))
    await field(page, label.email).fill('')

    const address = field(page, label.address)
    await address.fill('')
    await expectDisabled(save, t('common:form.missing', { fields: label.address }))
    await address.fill(', 12 Mill Road,')
    await address.press('Enter')
    await page.keyboard.type(' ,Springfield , ')
    await expect(address).toHaveValue(', 12 Mill Road,\n ,Springfield , ')
    expect(sent, 'Enter does not submit').toEqual([])

    await save.click()
    await expect(toast(page, t('common:form.saved'))).toBeVisible()
    await expect(address).toHaveValue('12 Mill Road\nSpringfield')
    await expectDisabled(save, t('common:form.unchanged'))
    await expect(save).toBeFocused()
    const saved = await clinicFixture.asSuper('GET', `clinic/${clinic.id}`)
    expect(saved.body).toMatchObject({
      name: clinic.name,
      address: '12 Mill Road, Springfield',
      phone: '(519) 555-0199',
      lang: 'fr',
    })

    await test.step('the page switches to the new language of the clinic at once', async () => {
      const inOtherLanguage = createTranslator('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      await field(page, label.language).selectOption('en')
      await save.click()
      await expect(toast(page, inOtherLanguage('common:form.saved'))).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      const saveInOtherLanguage = button(
        page.getByRole('form', { name: inOtherLanguage('settings:clinic.form') }),
        inOtherLanguage('common:action.save'),
      )
      await expectDisabled(saveInOtherLanguage, inOtherLanguage('common:form.unchanged'))
      await expect(saveInOtherLanguage).toBeFocused()
      await expect(field(page, inOtherLanguage('settings:clinic.language'))).toHaveValue('en')
      expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
    })
  })
})

async function keepTypedText({ page, clinicFixture, t }: ClinicFlow) {
  const clinic = await clinicFixture.createClinic()
  // The AE title must be unique, also among deleted clinics of earlier tests.
  const aeTitle = `MILL_${clinicFixture.mark.toUpperCase()}`
  const label = labelsOf(t)
  const goTo = (section: string) =>
    page.getByRole('link', { name: t(`settings:section.${section}`), exact: true }).click()
  await openPage(page, 'settings')
  await field(page, label.phone).fill('(519) 555-0177')
  await goTo('doctors')
  await expect(button(page, t('settings:doctor.create'))).toBeVisible()
  await goTo('clinic')
  await expect(field(page, label.phone)).toHaveValue('(519) 555-0177')
  await expect(page.getByText(t('common:form.restored'))).toBeVisible()
  await expect(field(page, label.name)).toBeEditable()
  await expect(field(page, label.aeTitle)).toBeEditable()
  await button(page, t('common:action.discard')).click()
  await expect(field(page, label.phone)).toHaveValue('(519) 555-0100')

  await goTo('clinics')
  await (await findRow(page, clinic.name)).click()
  const form = dialog(page, t('settings:clinics.edit'))
  const edit = button(page, t('common:action.edit'))
  await edit.click()
  await field(form, label.name).fill(`New ${clinic.name}`)
  await field(form, label.aeTitle).fill(aeTitle)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(edit).toBeFocused()
  await waitForDeliberatePress(page)
  await edit.click()
  await expect(field(form, label.aeTitle)).toHaveValue(aeTitle)
  await button(form, t('common:action.cancel')).click()
  await edit.click()
  await expect(field(form, label.aeTitle)).toHaveValue('')
  await field(form, label.name).fill(`New ${clinic.name}`)
  await field(form, label.aeTitle).fill(aeTitle)
  await field(form, label.language).selectOption('fr')
  await button(form, t('common:action.save')).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, `New ${clinic.name}`)).toContainText(aeTitle)
  // The language of another clinic does not change the page.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(edit).toBeVisible()
}

async function selectAndDeleteClinic({ page, clinicFixture, t }: ClinicFlow) {
  const clinic = await clinicFixture.createClinic()
  const header = page.getByRole('banner')
  const select = button(page, t('settings:clinics.select'))
  const remove = button(page, t('common:action.delete'))
  const actions: readonly Locator[] = [button(page, t('common:action.edit')), remove, select]
  await openPage(page, 'settings/clinics')
  for (const action of actions) await expectDisabled(action, t('settings:clinics.chooseFirst'))

  await test.step('selecting', async () => {
    const reset = button(header, t('shell:clinic.resetTo', { clinic: harrow }))
    await (await findRow(page, harrow)).click()
    await expectDisabled(select, t('settings:clinics.isSelected'))
    await (await findRow(page, clinic.name)).click()
    await expect(reset).toHaveCount(0)
    await select.click()
    await expect(header).toContainText(clinic.name)
    await expectDisabled(select, t('settings:clinics.isSelected'))

    // The other sections now show the users and the details of this clinic.
    await page.getByRole('link', { name: t('settings:section.users'), exact: true }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(row(page, clinic.admin)).toBeVisible()
    await reset.click()
    await expect(reset).toHaveCount(0)
    await expect(header).toContainText(harrow)
    await page.getByRole('link', { name: t('settings:section.clinics'), exact: true }).click()
    await expect(select).toBeVisible()
  })

  await test.step('deleting', async () => {
    const question = dialog(page, t('settings:clinics.deleteTitle'))
    await (await findRow(page, harrow)).click()
    await remove.click()
    await expect(question.getByRole('button')).toHaveText(['', 'Cancel', 'Delete'])
    await button(question, 'Delete').click()
    await expect(question.getByRole('alert')).toHaveText('Clinic can not be deleted')
    await expect(button(question, 'Delete')).toBeFocused()
    await button(question, 'Cancel').click()

    await (await findRow(page, clinic.name)).click()
    await remove.click()
    await button(question, 'Cancel').click()
    await expect(question).toHaveCount(0)
    expect(await getSignInStatus(clinic.admin)).toBe(200)
    await remove.click()
    await button(question, 'Delete').click()
    await expect(question).toHaveCount(0)
    await expect(deletedMark(page, clinic.name, t)).toBeVisible()
    for (const action of actions) await expectDisabled(action, t('settings:clinics.isDeleted'))
    await expect(remove).toBeFocused()
    expect(await getSignInStatus(clinic.admin)).toBe(403)
  })
}

async function createClinic({ page, clinicFixture, t }: ClinicFlow) {
  expectSpecifiedTexts()
  const inOtherLanguage = createTranslator('fr')
  const label = labelsOf(t)
  const name = `Founded ${clinicFixture.mark}`
  const username = `first.${clinicFixture.mark}`
  await openPage(page, 'settings/clinics')
  await button(page, t('settings:clinics.create')).click()
  const form = dialog(page, t('settings:clinics.create'))
  const create = button(form, t('common:action.create'))
  const [password, confirmation] = [
    field(form, t('settings:user.password')),
    field(form, t('settings:user.confirmPassword')),
  ]
  const enterPasswords = async (first: string, second: string) => {
    await password.fill(first)
    await confirmation.fill(second)
    await create.click()
  }

  // Enter in an incomplete form moves the focus to the first missing field.
  await field(form, label.name).press('Enter')
  await expectFieldError(field(form, label.name), t('errors:field/required'))
  await expectFieldError(field(form, label.type), t('errors:field/required'))
  await expect(field(form, label.name)).toBeFocused()

  await field(form, label.name).fill(harrow)
  await field(form, label.type).selectOption('Human')
  await field(form, label.language).selectOption('fr')
  await field(form, label.address).fill('48, rue du Moulin\nVal-aux-Frênes')
  await field(form, t('settings:user.username')).fill(username)
  await field(form, t('settings:user.firstName')).fill('Ada')
  await field(form, t('settings:user.lastName')).fill('Keller')
  await expectDisabled(
    create,
    t('common:form.missing', {
      fields: `${t('settings:user.password')}, ${t('settings:user.confirmPassword')}`,
    }),
  )
  const flag = (one: string) => field(form, t(`settings:flag.${one}.name`))
  await expect(flag('clinicAdmin')).toBeChecked()
  await expect(flag('operator')).toHaveCount(0)
  await expect(flag('superAdmin')).toBeDisabled()
  await flag('report').check()

  await enterPasswords('Aa1', 'Aa2')
  await expectFieldError(confirmation, t('errors:password/mismatch'))
  await expect(confirmation).toBeFocused()
  await enterPasswords('Aa1', 'Aa1')
  await expectFieldError(password, t('errors:password/too-short'))
  await enterPasswords('lowercase-only', 'lowercase-only')
  await expectFieldError(password, t('errors:password/too-simple'))
  await enterPasswords('Fresh-word-7', 'Fresh-word-7')

  await expectFieldError(
    field(form, label.name),
    t('errors:record/exists', {
      entity: t('entities:clinic'),
      field: t('entities:fields.name'),
    }),
  )
  await expect(field(form, label.name)).toBeFocused()
  expect(await field(form, label.name).evaluate(isUncovered)).toBe(true)
  await expect(field(form, t('settings:user.username'))).toHaveValue(username)
  await expect(password).toHaveValue('Fresh-word-7')
  await expect(flag('report')).toBeChecked()

  // An error without a field is shown above the form, which is scrolled to the bottom at that
  // time.
  await field(form, label.name).fill(name)
  await page.route('**/PostWithUserPermission', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of film' } }),
  )
  await flag('report').focus()
  await create.click()
  await expect(form.getByRole('alert')).toHaveText('Out of film')
  await expect.poll(() => form.getByRole('alert').evaluate(isUncovered)).toBe(true)
  await page.unroute('**/PostWithUserPermission')

  await create.click()
  await expect(toast(page, inOtherLanguage('settings:clinics.created', { name }))).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(button(page, inOtherLanguage('settings:clinics.create'))).toBeFocused()
  await findRow(page, name)
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('fr')

  const asFirst = await createApi(username, 'Fresh-word-7')
  const { body } = await asFirst('GET', 'auth/session')
  expect(body.clinic).toMatchObject({ name, lang: 'fr', clinicType: 'Human' })
  expect(body.permissionProfile).toMatchObject({
    clinicAdmin: true,
    report: true,
    superAdmin: false,
    operator: false,
    status: 'Active',
  })
  expect((await asFirst('GET', `clinic/${body.clinic.id}`)).body.address).toBe(
    '48, rue du Moulin, Val-aux-Frênes',
  )
}

test.describe('all clinics', () => {
  test.use({ user: 'super', language: 'en' })

  test('a super admin edits, selects, deletes and creates clinics', async ({
    page,
    clinicFixture,
    t,
  }) => {
    test.slow()
    const flow = { page, clinicFixture, t }
    await test.step('typed text survives another section and Escape, until it is discarded or saved', () =>
      keepTypedText(flow))
    await test.step('a clinic is selected and reset in the header; deleting asks first, shows a refusal in the dialog, and disables the actions', () =>
      selectAndDeleteClinic(flow))
    await test.step('a new clinic is created with its first user and permissions, and the page switches to its language', () =>
      createClinic(flow))
  })
})
