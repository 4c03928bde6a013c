import type { Page } from '@playwright/test'
import { changeUser, dialog, expect } from '../support/fixtures.ts'
import { navigateInApp, openPage } from '../support/navigate.ts'
import { button, expectDisabled, field, findRow, test } from '../support/clinic-fixture.ts'
import type { ClinicFixture, TestUser } from '../support/clinic-fixture.ts'
import type { Username } from '../support/users.ts'
import { flagField, permissionFlags, userActions } from '../pages/users-page.ts'
import { createTranslator } from '../support/i18n-texts.ts'

// End-to-end workflows: on a busy computer one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

const t = createTranslator('en')
const harrow = 'Harrow Creek Animal Hospital'
const featureFlags = permissionFlags.slice(0, 6)

interface Rights {
  readonly user: Username
  /** The first sections of the settings that the user has. */
  readonly sections: readonly string[]
  /** The other sections of the user that some users lack. */
  readonly others: readonly string[]
  /** For users who may manage several clinics. */
  readonly clinics?: { readonly mayCreate: boolean; readonly hasStatus: boolean }
  /** The flags that the user may grant. */
  readonly grantable: readonly (typeof permissionFlags)[number][]
  readonly actions: readonly string[]
}
const rights: readonly Rights[] = [
  {
    user: 'root',
    sections: ['clinics', 'users'],
    others: ['backup', 'audit'],
    clinics: { mayCreate: true, hasStatus: true },
    grantable: permissionFlags,
    actions: userActions,
  },
  {
    user: 'super',
    sections: ['clinic', 'clinics', 'users'],
    others: ['bulk-download', 'backup', 'audit'],
    clinics: { mayCreate: true, hasStatus: false },
    grantable: [...featureFlags, 'clinicAdmin', 'contractSuperAdmin', 'operator'],
    actions: userActions,
  },
  {
    user: 'contract',
    sections: ['clinic', 'clinics', 'users'],
    others: [],
    clinics: { mayCreate: false, hasStatus: false },
    grantable: ['clinicAdmin'],
    actions: ['Edit', 'Permissions'],
  },
  {
    user: 'admin.en',
    sections: ['clinic', 'users', 'doctors'],
    others: [],
    grantable: ['operator'],
    actions: ['Edit', 'Permissions', 'Delete'],
  },
]

const sectionLinks = (page: Page) =>
  page.getByRole('navigation', { name: t('settings:sections') }).getByRole('link')
const sectionLink = (page: Page, section: string) =>
  sectionLinks(page).and(
    page.getByRole('link', { name: t(`settings:section.${section}`), exact: true }),
  )

async function goTo(page: Page, section: string) {
  await sectionLink(page, section).click()
  await expect(sectionLink(page, section)).toHaveAttribute('aria-current', 'page')
}

/** Checks that the address of a section without permission opens the first section of the user. */
async function expectNoSection(page: Page, section: string) {
  // Without a press: a second one at the same place, within half a second and after another section
  // has been shown, counts as the rest of a double click and is blocked.
  await navigateInApp(page, 'settings/doctors')
  await expect(sectionLink(page, 'doctors')).toHaveAttribute('aria-current', 'page')
  await navigateInApp(page, `settings/${section}`)
  await expect(sectionLinks(page).first()).toHaveAttribute('aria-current', 'page')
  await expect(sectionLink(page, section)).toHaveCount(0)
}

async function expectSections(page: Page, { sections, others }: Rights) {
  const links = sectionLinks(page)
  await expect(links.first()).toHaveAttribute('aria-current', 'page')
  const shown = await links.allInnerTexts()
  const titles = sections.map((section) => t(`settings:section.${section}`))
  expect(shown.slice(0, sections.length)).toEqual(titles)
  for (const [section, buttonName] of [
    ['audit', t('audit:csv.export')],
    ['bulk-download', 'DICOM'],
    ['backup', t('backup:state.now')],
  ] as const) {
    const isOffered = others.includes(section)
    await expect(sectionLink(page, section)).toHaveCount(isOffered ? 1 : 0)
    if (isOffered) await goTo(page, section)
    else await expectNoSection(page, section)
    await expect(button(page, buttonName)).toHaveCount(isOffered ? 1 : 0)
  }
}

async function expectClinics(page: Page, user: Username, may: NonNullable<Rights['clinics']>) {
  await goTo(page, 'clinics')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['name', 'type', 'phone', 'aeTitle'].map((column) => t(`settings:clinic.${column}`)),
    ...(may.hasStatus ? [t('settings:status.title')] : []),
    t('settings:deleted.title'),
  ])
  const own = await findRow(page, harrow)
  await expect(own).toContainText(may.hasStatus ? t('settings:status.Active') : harrow)
  await own.click()
  await expect(button(page, t('common:action.edit'))).toBeEnabled()
  const count = may.mayCreate ? 1 : 0
  await expect(button(page, t('settings:clinics.create'))).toHaveCount(count)
  await expect(button(page, t('common:action.delete'))).toHaveCount(count)

  await page.getByRole('banner').getByRole('button', { name: harrow }).click()
  const picker = dialog(page, t('shell:clinic.select'))
  const choice = picker.getByRole('button').filter({ hasText: harrow })
  await expect(choice).toBeVisible()
  await expect(choice.getByText(t('settings:status.Active'))).toHaveCount(may.hasStatus ? 1 : 0)
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)

  // A contract super admin finds only the clinics assigned to them.
  const clinic = 'Northlight Medical Imaging'
  await page.getByRole('searchbox').fill(clinic)
  await expect(page.getByRole('row').nth(1)).toHaveText(
    user === 'contract'
      ? t('common:table.nothingFound', { words: clinic })
      : new RegExp(clinic, 'u'),
  )
}

async function expectUsers(
  page: Page,
  { asSuper }: ClinicFixture,
  nurse: TestUser,
  { clinics, grantable, actions }: Rights,
) {
  await goTo(page, 'users')
  await (await findRow(page, nurse.username)).click()
  const headers = await page.getByRole('columnheader').allInnerTexts()
  expect(headers.includes(t('settings:user.clinic'))).toBe(clinics !== undefined)
  for (const name of userActions)
    await expect(button(page, name)).toHaveCount(actions.includes(name) ? 1 : 0)

  await button(page, t('settings:user.permissions')).click()
  const form = dialog(page, t('settings:user.permissionsOf', { name: nurse.username }))
  await expect(flagField(form, t, 'report')).toBeVisible()
  for (const flag of permissionFlags)
    await expect(flagField(form, t, flag)).toBeEnabled({ enabled: grantable.includes(flag) })
  await expect(form.getByText(/^root$/iu)).toHaveCount(0)

  for (const flag of grantable) await flagField(form, t, flag).check()
  const [request] = await Promise.all([
    page.waitForRequest('**/api/permissionProfile'),
    button(form, t('common:action.save')).click(),
  ])
  await expect(form).toHaveCount(0)
  expect(request.method()).toBe('PUT')
  expect(request.postDataJSON()).toMatchObject({ id: nurse.permissionProfileId, root: false })
  const path = `permissionProfile/${nurse.permissionProfileId}`
  const { body } = await asSuper('GET', path)
  expect(permissionFlags.filter((flag) => body[flag])).toEqual([...grantable])
}

/** Checks that no user can delete or disable root, not even root. */
async function expectProtectedRoot(page: Page) {
  await (await findRow(page, 'Ashgrove')).click()
  await expectDisabled(button(page, 'Delete'), t('settings:user.reason.yourself'))
  await button(page, 'Edit').click()
  const form = dialog(page, t('settings:user.edit'))
  await expect(field(form, t('settings:user.username'))).toHaveValue('root')
  await expect(field(form, t('settings:user.maxClinicCount'))).toBeVisible()
  await expect(field(form, t('settings:user.validUntil'))).toHaveCount(0)
}

async function expectReadOnlySettings(page: Page) {
  await openPage(page, 'settings/clinics')
  await expect(sectionLinks(page).first()).toHaveText(t('settings:section.clinic'))
  expect((await sectionLinks(page).allInnerTexts())[1]).toBe(t('settings:section.doctors'))
  const form = page.getByRole('form', { name: t('settings:clinic.form') })
  await expect(form).toBeVisible()
  const label = (name: string) => t(`settings:clinic.${name}`)
  await expect(field(page, label('name'))).toHaveValue(harrow)
  await expect(field(page, label('language'))).toHaveValue(t('settings:languages.en'))
  for (const name of ['name', 'aeTitle', 'type', 'language', 'phone', 'email', 'address'])
    await expect(field(page, label(name))).not.toBeEditable()
  await expect(button(page, t('common:action.save'))).toHaveCount(0)

  await goTo(page, 'doctors')
  // Other tests leave doctors in this clinic, so the doctor may be on the second page.
  await page.getByRole('searchbox').fill('Whitlock')
  await expect(page.getByRole('cell', { name: 'Whitlock' })).toBeVisible()
  for (const name of [
    t('settings:doctor.create'),
    t('common:action.edit'),
    t('common:action.delete'),
  ])
    await expect(button(page, name)).toHaveCount(0)
}

test.describe('users with different permissions', () => {
  test.use({ user: 'root', language: 'en' })

  test('each kind of user has the permitted sections, clinics and actions, and grants the permitted flags', async ({
    page,
    clinicFixture,
  }) => {
    test.slow()
    const { clinic } = (await clinicFixture.asSuper('GET', 'auth/session')).body
    for (const userRights of rights) {
      const { user, clinics } = userRights
      const nurse = await clinicFixture.createUser(clinic, `nurse.${user}`)
      if (user !== 'root') await changeUser(page, user, t)
      await openPage(page, 'settings')
      await test.step(`sections of ${user}`, () => expectSections(page, userRights))
      await test.step(`clinics of ${user}`, () =>
        clinics ? expectClinics(page, user, clinics) : expectNoSection(page, 'clinics'))
      await test.step(`users of ${user}`, () => expectUsers(page, clinicFixture, nurse, userRights))
      if (user === 'root') await test.step('root', () => expectProtectedRoot(page))
    }
    await test.step('an operator reads the clinic and its doctors, and has no controls to change them', async () => {
      await changeUser(page, 'operator.en', t)
      await expectReadOnlySettings(page)
    })
  })
})
