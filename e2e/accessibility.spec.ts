import {
  dialog,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  overPage,
  test,
} from './fixtures.ts'
import { follow } from './follow.ts'
import { wordsIn, type Language } from './words.ts'

interface Look {
  readonly address: string
  /** In the tab of the browser, once the page is there. */
  readonly title: string
}
const open: readonly Look[] = [
  { address: 'login', title: 'login' },
  { address: 'forgot', title: 'forgot' },
  { address: 'resetpassword/0123456789abcdef', title: 'reset' },
  { address: 'no-such-page', title: 'notFound' },
]
/**
 * Of pages that are alike, one: `cases` stands for those that are not built yet. The settings are
 * looked at section by section, in the files called after them.
 */
const locked: readonly Look[] = [
  'registration',
  'studylist',
  'xlogreport',
  'cases',
  'selectedCasesInvoice',
  'general',
].map((address) => ({ address, title: address }))

/** Pictures are worked on in the dark, whatever was chosen. */
const alwaysDark: readonly string[] = ['general']

/**
 * Contrast depends on the scheme, names on the language and what fits on the layout: two runs see all
 * of them. Words are longest in French, and room is short on a phone.
 */
const appearances: readonly {
  readonly layout: string
  readonly language: Language
  readonly scheme: 'light' | 'dark'
}[] = [
  { layout: 'desktop', language: 'en', scheme: 'light' },
  { layout: '@phone-only', language: 'fr', scheme: 'dark' },
]

for (const { layout, language, scheme } of appearances)
  for (const [user, looks] of [
    [undefined, open],
    ['admin.en', locked],
  ] as const) {
    test.describe(`${language}, ${scheme}, ${layout}`, () => {
      test.use({ user, language, scheme })

      test(`axe finds nothing on the pages of ${user ?? 'those signed out'}`, async ({
        page,
        t,
      }) => {
        test.slow()
        const html = page.locator('html')
        for (const [index, { address, title }] of looks.entries())
          await test.step(`/${address}`, async () => {
            await (index === 0 ? page.goto(address) : follow(page, address))
            await expect(page).toHaveTitle(`${t(`shell:title.${title}`)} · Talus`)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect(html).toHaveAttribute('lang', language)
            await expect(html).toHaveAttribute(
              'data-mantine-color-scheme',
              alwaysDark.includes(address) ? 'dark' : scheme,
            )
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
            await expectAccessible(page)
            await expectNoSidewaysScroll(page)
          })
      })
    })
  }

test.describe('what opens over a page', () => {
  test.use({ user: 'super', language: 'en', scheme: 'light' })

  test('the menu, the dialog and the list of clinics have no fault either, in the light and in the dark', async ({
    page,
  }) => {
    test.slow()
    const t = wordsIn('en')
    const account = page.getByRole('banner').getByRole('button', { name: /super/u })
    const title = page.getByText(t('common:scheme.title')).first()
    await page.goto('settings')
    for (const scheme of ['light', 'dark'] as const)
      await test.step(scheme, async () => {
        // In the dark only colours are others, and the page below has been looked at.
        const within = scheme === 'light' ? 'html' : overPage
        await account.click()
        await expect(title).toBeVisible()
        await page
          .getByRole('radiogroup', { name: t('common:scheme.title') })
          .getByText(t(`common:scheme.${scheme}`), { exact: true })
          .click()
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(title).toBeHidden()

        await page.getByRole('button', { name: t('shell:nav.logout'), exact: true }).click()
        await expect(dialog(page, 'Log Out')).toBeVisible()
        await expectAccessible(page, within)
        await page.keyboard.press('Escape')
        await expect(dialog(page, 'Log Out')).toHaveCount(0)

        await page
          .getByRole('banner')
          .getByRole('button', { name: /Harrow Creek/u })
          .click()
        const clinics = dialog(page, t('shell:clinic.select'))
        await expect(clinics.getByText('Northlight Medical Imaging')).toBeVisible()
        await expectAccessible(page, within)
        await page.keyboard.press('Escape')
        await expect(clinics).toHaveCount(0)
      })
  })
})
