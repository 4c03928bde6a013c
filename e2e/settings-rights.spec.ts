import type { Page } from '@playwright/test'
import { dialog, expect } from './fixtures.ts'
import { follow } from './follow.ts'
import { button, expectShut, field, find, test } from './office.ts'
import type { Office, OwnUser } from './office.ts'
import type { Username } from './people.ts'
import { flagField, flags, userActions } from './settings-people.ts'
import { wordsIn } from './words.ts'

// Whole journeys: on a busy machine one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

const t = wordsIn('en')
const harrow = 'Harrow Creek Animal Hospital'
const six = flags.slice(0, 6)

interface Rights {
  readonly user: Username
  /** The first of his sections, and those of the others that not everybody has. */
  readonly sections: readonly string[]
  readonly others: readonly string[]
  /** Of whoever may look after several clinics. */
  readonly clinics?: { readonly mayCreate: boolean; readonly hasStatus: boolean }
  /** The flags that he may switch. */
  readonly open: readonly (typeof flags)[number][]
  readonly actions: readonly string[]
}
const rights: readonly Rights[] = [
  {
    user: 'root',
    sections: ['clinics', 'users'],
    others: ['audit'],
    clinics: { mayCreate: true, hasStatus: true },
    open: flags,
    actions: userActions,
  },
  {
    user: 'super',
    sections: ['clinic', 'clinics', 'users'],
    others: ['bulk-download', 'audit'],
    clinics: { mayCreate: true, hasStatus: false },
    open: [...six, 'clinicAdmin', 'contractSuperAdmin', 'operator'],
    actions: userActions,
  },
  {
    user: 'contract',
    sections: ['clinic', 'clinics', 'users'],
    others: [],
    clinics: { mayCreate: false, hasStatus: false },
    open: ['clinicAdmin'],
    actions: ['Edit', 'Permissions'],
  },
  {
    user: 'admin.en',
    sections: ['clinic', 'users', 'doctors'],
    others: [],
    open: ['operator'],
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

/** An address of a section that is not his opens his first one. */
async function expectNoSection(page: Page, section: string) {
  await goTo(page, 'doctors')
  await follow(page, `settings/${section}`)
  await expect(sectionLinks(page).first()).toHaveAttribute('aria-current', 'page')
  await expect(sectionLink(page, section)).toHaveCount(0)
}

async function expectSections(page: Page, { sections, others }: Rights) {
  const links = sectionLinks(page)
  await expect(links.first()).toHaveAttribute('aria-current', 'page')
  const shown = await links.allInnerTexts()
  const titles = sections.map((section) => t(`settings:section.${section}`))
  expect(shown.slice(0, sections.length)).toEqual(titles)
  for (const [section, its] of [
    ['audit', t('audit:csv.export')],
    ['bulk-download', 'DICOM'],
  ] as const) {
    const isOffered = others.includes(section)
    await expect(sectionLink(page, section)).toHaveCount(isOffered ? 1 : 0)
    if (isOffered) await goTo(page, section)
    else await expectNoSection(page, section)
    await expect(button(page, its)).toHaveCount(isOffered ? 1 : 0)
  }
}

async function expectClinics(page: Page, user: Username, may: NonNullable<Rights['clinics']>) {
  await goTo(page, 'clinics')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['name', 'type', 'phone', 'aeTitle'].map((column) => t(`settings:clinic.${column}`)),
    ...(may.hasStatus ? [t('settings:status.title')] : []),
    t('settings:deleted.title'),
  ])
  const own = await find(page, harrow)
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

  // A contract super admin reaches only what is assigned to him.
  const words = 'Northlight Medical Imaging'
  await page.getByRole('searchbox').fill(words)
  await expect(page.getByRole('row').nth(1)).toHaveText(
    user === 'contract' ? t('common:table.nothingFound', { words }) : new RegExp(words, 'u'),
  )
}

async function expectUsers(
  page: Page,
  { asSuper }: Office,
  nurse: OwnUser,
  { clinics, open, actions }: Rights,
) {
  await goTo(page, 'users')
  await (await find(page, nurse.username)).click()
  const headers = await page.getByRole('columnheader').allInnerTexts()
  expect(headers.includes(t('settings:user.clinic'))).toBe(clinics !== undefined)
  for (const name of userActions)
    await expect(button(page, name)).toHaveCount(actions.includes(name) ? 1 : 0)

  await button(page, t('settings:user.permissions')).click()
  const form = dialog(page, t('settings:user.permissionsOf', { name: nurse.username }))
  await expect(flagField(form, t, 'report')).toBeVisible()
  for (const flag of flags)
    await expect(flagField(form, t, flag)).toBeEnabled({ enabled: open.includes(flag) })
  await expect(form.getByText(/^root$/iu)).toHaveCount(0)

  for (const flag of open) await flagField(form, t, flag).check()
  const [request] = await Promise.all([
    page.waitForRequest('**/api/permissionProfile'),
    button(form, t('common:action.save')).click(),
  ])
  await expect(form).toHaveCount(0)
  expect(request.method()).toBe('PUT')
  expect(request.postDataJSON()).toMatchObject({ id: nurse.permissionProfileId, root: false })
  const path = `permissionProfile/${nurse.permissionProfileId}`
  const { body } = await asSuper('GET', path)
  expect(flags.filter((flag) => body[flag])).toEqual([...open])
}

/** Nobody can delete or shut out root, not even he himself. */
async function expectLastingRoot(page: Page) {
  await (await find(page, 'Ashgrove')).click()
  await expectShut(button(page, 'Delete'), t('settings:user.reason.yourself'))
  await button(page, 'Edit').click()
  const form = dialog(page, t('settings:user.edit'))
  await expect(field(form, t('settings:user.username'))).toHaveValue('root')
  await expect(field(form, t('settings:user.maxClinicCount'))).toBeVisible()
  await expect(field(form, t('settings:user.validUntil'))).toHaveCount(0)
}

for (const one of rights) {
  const { user, clinics } = one
  test.describe(user, () => {
    test.use({ user, language: 'en' })

    test('has the sections, the clinics and the actions that are his, and switches the flags that he may grant', async ({
      page,
      office,
    }) => {
      const nurse = await office.user(
        (await office.asSuper('GET', 'auth/session')).body.clinic,
        'nurse',
      )
      await page.goto('settings')
      await test.step('sections', () => expectSections(page, one))
      await test.step('clinics', () =>
        clinics ? expectClinics(page, user, clinics) : expectNoSection(page, 'clinics'))
      await test.step('users', () => expectUsers(page, office, nurse, one))
      if (user === 'root') await test.step('root himself', () => expectLastingRoot(page))
    })
  })
}

test.describe('an operator', () => {
  test.use({ user: 'operator.en', language: 'en' })

  test('reads the clinic and its doctors, and finds nothing to change them with', async ({
    page,
  }) => {
    await page.goto('settings/clinics')
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
    // Other tests leave doctors in this clinic: she may stand on the second page.
    await page.getByRole('searchbox').fill('Whitlock')
    await expect(page.getByRole('cell', { name: 'Whitlock' })).toBeVisible()
    for (const name of [
      t('settings:doctor.create'),
      t('common:action.edit'),
      t('common:action.delete'),
    ])
      await expect(button(page, name)).toHaveCount(0)
  })
})
