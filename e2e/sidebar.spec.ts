import { landingOf, navigationOf, type Actor } from '@talus/contract'
import { at, expect, test } from './fixtures.ts'
import { apiOf } from './office.ts'
import { people, personEntries, type Username } from './people.ts'
import { wordsIn } from './words.ts'

/** One for each list of pages, in both languages; the last test says who else has which. */
const seen: readonly Username[] = ['admin.en', 'staff.fr', 'rad2']

for (const user of seen) {
  const { language, clinic, pages } = people[user]
  test.describe(user, () => {
    test.use({ user })

    test('starts at the first page, reads the right items in the language of the clinic, and each leads to its page', async ({
      page,
    }) => {
      const t = wordsIn(language)
      await page.goto('login')
      await expect(page).toHaveURL(at(pages[0] ?? ''))
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
        await expect(page).toHaveURL(at(`${item}(?:/[a-z-]+)?`))
        await expect(
          page.getByRole('link', { name: t(`shell:nav.${item}`), exact: true }),
        ).toHaveAttribute('aria-current', 'page')
      }
    })
  })
}

interface Session {
  readonly permissionProfile: Actor['flags']
  readonly clinic: { readonly name: string; readonly lang: string }
}

test('the rights of everybody else in the demo give the pages of his role', async () => {
  const others = personEntries.filter(([username]) => !seen.includes(username))
  for (const [username, { language, clinic, pages }] of others)
    await test.step(username, async () => {
      const { body } = await (await apiOf(username))<Session>('GET', 'auth/session')
      const actor = { flags: body.permissionProfile }
      expect(navigationOf(actor, 'local')).toEqual([...pages, 'logout'])
      expect(landingOf(actor, 'local')).toBe(pages[0])
      expect(body.clinic).toMatchObject({ name: clinic, lang: language })
    })
})
