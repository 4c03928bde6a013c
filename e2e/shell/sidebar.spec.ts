import type { Page } from '@playwright/test'
import { getLandingPage, getNavigation, type Actor } from '@talus/contract'
import { changeUser, pageUrl, expect, test } from '../support/fixtures.ts'
import { createApi } from '../support/clinic-fixture.ts'
import { users, userEntries, type Username } from '../support/users.ts'
import { findEnglishWords } from '../support/english-words.ts'
import { navigateInApp, openPage } from '../support/navigate.ts'
import { createTranslator } from '../support/i18n-texts.ts'

/** One user for each list of pages, in both languages; the last step covers the other users. */
const testedUsers = ['admin.en', 'staff.fr', 'rad2'] as const satisfies readonly Username[]

async function expectSidebar(page: Page, user: Username) {
  const { language, clinic, pages } = users[user]
  const t = createTranslator(language)
  await expect(page).toHaveURL(pageUrl(pages[0] ?? ''))
  const sidebar = page.getByRole('navigation')
  await expect(sidebar.getByRole('link')).toHaveText(pages.map((item) => t(`shell:nav.${item}`)))
  await expect(page.getByRole('button', { name: t('shell:nav.logout'), exact: true })).toBeVisible()
  const header = page.getByRole('banner')
  await expect(header).toContainText(clinic)
  await expect(header).toContainText(user)
  await expect(page.locator('html')).toHaveAttribute('lang', language)

  for (const item of pages) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t(`shell:nav.${item}`), exact: true })
      .click()
    await expect(page).toHaveURL(pageUrl(`${item}(?:/[a-z-]+)?`))
    await expect(
      page.getByRole('link', { name: t(`shell:nav.${item}`), exact: true }),
    ).toHaveAttribute('aria-current', 'page')
    if (language === 'fr') {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('load')
      expect([item, await findEnglishWords(page)]).toEqual([item, []])
    }
  }
}

async function expectFrenchTexts(page: Page) {
  const t = createTranslator('fr')
  const check = async (name: string) =>
    expect([name, await findEnglishWords(page)]).toEqual([name, []])
  await openPage(page, 'studylist')
  const row = page.getByRole('row').nth(1)
  await row.click()
  await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toBeVisible()
  await check('study list with its preview')
  for (const [path, title] of [
    ['xlogreport', 'xlogreport'],
    ['settings/users', 'settings'],
    ['settings/dicom-access', 'settings'],
    ['settings/devices', 'settings'],
    ['settings/preferences', 'settings'],
    ['account', 'account'],
    ['tray', 'tray'],
    ['nowhere', 'notFound'],
  ] as const) {
    await navigateInApp(page, path)
    await expect(
      page.getByRole('heading', { name: t(`shell:title.${title}`) }).first(),
    ).toBeVisible()
    // All sections of the settings have the same heading.
    if (path.startsWith('settings/'))
      await expect(page.locator(`main nav a[href$='${path}']`)).toHaveAttribute(
        'aria-current',
        'page',
      )
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await check(path)
  }
  await navigateInApp(page, 'studylist')
  await page.getByRole('button', { name: t('shell:nav.logout'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell:logOut.confirm') })
    .click()
  await expect(page.getByRole('heading', { name: t('auth:login.title') })).toBeVisible()
  // A new page knows only what the browser has stored.
  for (const [path, key] of [
    ['login', 'auth:login.title'],
    ['forgot', 'auth:forgot.title'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t(key) })).toBeVisible()
  }
}

interface Session {
  readonly permissionProfile: Actor['flags']
  readonly clinic: { readonly name: string; readonly lang: string }
}

async function expectPagesOfOthers() {
  const others = userEntries.filter(
    ([username]) => !testedUsers.some((tested) => tested === username),
  )
  for (const [username, { language, clinic, pages }] of others)
    await test.step(username, async () => {
      const { body } = await (await createApi(username))<Session>('GET', 'auth/session')
      const actor = { flags: body.permissionProfile }
      expect(getNavigation(actor, 'local')).toEqual([...pages, 'logout'])
      expect(getLandingPage(actor, 'local')).toBe(pages[0])
      expect(body.clinic).toMatchObject({ name: clinic, lang: language })
    })
}

test.describe('the pages of each role', () => {
  test.use({ user: testedUsers[0] })

  test('each role has its pages, in the language of the clinic', async ({ page }) => {
    test.slow()
    const [first, ...others] = testedUsers
    let user: Username = first
    await page.goto('login')
    const checkSidebar = () =>
      test.step(`the sidebar of ${user} starts at the first page, and lists the pages of the user in the language of the clinic`, () =>
        expectSidebar(page, user))
    await checkSidebar()
    for (const next of others) {
      await changeUser(page, next, createTranslator(users[user].language))
      user = next
      await checkSidebar()
    }
    await test.step('a page of a French clinic has no English words, nor have the pages before the sign-in after it', async () => {
      await changeUser(page, 'admin.fr', createTranslator(users[user].language))
      await expectFrenchTexts(page)
    })
    await test.step('the permissions of the other demo users give the pages of their role', () =>
      expectPagesOfOthers())
  })
})
