import { at, expect, test } from './fixtures.ts'
import { personEntries } from './people.ts'
import { wordsIn } from './words.ts'

for (const [user, { language, clinic, pages }] of personEntries) {
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
