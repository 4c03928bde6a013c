import { getLandingPage, getNavigation, type Actor } from '@talus/contract'
import { pageUrl, expect, test } from '../support/fixtures.ts'
import { createApi } from '../support/clinic-fixture.ts'
import { users, userEntries, type Username } from '../support/users.ts'
import { findEnglishWords } from '../support/english-words.ts'
import { navigateInApp } from '../support/navigate.ts'
import { createTranslator } from '../support/i18n-texts.ts'

/** One user for each list of pages, in both languages; the last test covers the other users. */
const testedUsers: readonly Username[] = ['admin.en', 'staff.fr', 'rad2']

for (const user of testedUsers) {
  const { language, clinic, pages } = users[user]
  test.describe(user, () => {
    test.use({ user })

    test('the sidebar starts at the first page, and lists the pages of the user in the language of the clinic', async ({
      page,
    }) => {
      const t = createTranslator(language)
      await page.goto('login')
      await expect(page).toHaveURL(pageUrl(pages[0] ?? ''))
      const sidebar = page.getByRole('navigation')
      await expect(sidebar.getByRole('link')).toHaveText(
        pages.map((item) => t(`shell:nav.${item}`)),
      )
      await expect(
        page.getByRole('button', { name: t('shell:nav.logout'), exact: true }),
      ).toBeVisible()
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
    })
  })
}

test.describe('texts in French', () => {
  test.use({ user: 'admin.fr' })

  test('a page of a French clinic has no English words, nor have the pages before the sign-in after it', async ({
    page,
  }) => {
    const t = createTranslator('fr')
    const check = async (name: string) =>
      expect([name, await findEnglishWords(page)]).toEqual([name, []])
    await page.goto('studylist')
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
    await page.goto('studylist')
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
  })
})

interface Session {
  readonly permissionProfile: Actor['flags']
  readonly clinic: { readonly name: string; readonly lang: string }
}

test('the permissions of the other demo users give the pages of their role', async () => {
  const others = userEntries.filter(([username]) => !testedUsers.includes(username))
  for (const [username, { language, clinic, pages }] of others)
    await test.step(username, async () => {
      const { body } = await (await createApi(username))<Session>('GET', 'auth/session')
      const actor = { flags: body.permissionProfile }
      expect(getNavigation(actor, 'local')).toEqual([...pages, 'logout'])
      expect(getLandingPage(actor, 'local')).toBe(pages[0])
      expect(body.clinic).toMatchObject({ name: clinic, lang: language })
    })
})
