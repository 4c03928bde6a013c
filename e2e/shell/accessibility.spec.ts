import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  dialogSelector,
  pageUrl,
  signIn,
  test,
} from '../support/fixtures.ts'
import { navigateInApp } from '../support/navigate.ts'
import { createTranslator, type Language } from '../support/i18n-texts.ts'

interface CheckedPage {
  readonly address: string
  /** The title of the document, after the page has loaded. */
  readonly title: string
}
const publicPages: readonly CheckedPage[] = [
  { address: 'login', title: 'login' },
  { address: 'forgot', title: 'forgot' },
  { address: 'resetpassword/0123456789abcdef', title: 'reset' },
  { address: 'no-such-page', title: 'notFound' },
]
/**
 * One page of each kind. The sections of the settings are checked in e2e/settings.
 */
const signedInPages: readonly CheckedPage[] = [
  'registration',
  'studylist',
  'xlogreport',
  'tray',
  'cases',
  'casestats',
  'selectedCasesInvoice',
  'invoiceManagement',
  'account',
  'general',
].map((address) => ({ address, title: address }))

/** The capture screens always use the dark scheme. */
const alwaysDark: readonly string[] = ['general']

/**
 * Contrast depends on the scheme, names on the language and overflow on the layout: two runs cover
 * all of them. French has the longest texts, and a phone the least space.
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
  test.describe(`${language}, ${scheme}, ${layout}`, () => {
    test.use({ language, scheme })

    test('axe finds no violations on the pages of signed-out users and of administrators', async ({
      page,
      t,
    }) => {
      test.slow()
      const html = page.locator('html')
      const check = ({ address, title }: CheckedPage) =>
        test.step(`/${address}`, async () => {
          await navigateInApp(page, address)
          await expect(page).toHaveTitle(`${t(`shell:title.${title}`)} · Talus`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(html).toHaveAttribute('lang', language)
          await expect(html).toHaveAttribute(
            'data-mantine-color-scheme',
            alwaysDark.includes(address) ? 'dark' : scheme,
          )
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await expectAccessible(page)
          await expectNoHorizontalScroll(page)
        })
      await page.goto('login')
      for (const publicPage of publicPages) await check(publicPage)
      await navigateInApp(page, 'login')
      await signIn(page, 'admin.en', undefined, t)
      await expect(page).toHaveURL(pageUrl('registration'))
      for (const signedInPage of signedInPages) await check(signedInPage)
    })
  })

test.describe('dialogs over a page', () => {
  test.use({ user: 'super', language: 'en', scheme: 'light' })

  test('axe finds no violations in the account menu, the log-out dialog and the clinic picker, light and dark', async ({
    page,
  }) => {
    test.slow()
    const t = createTranslator('en')
    const account = page.getByRole('banner').getByRole('button', { name: /super/u })
    const title = page.getByText(t('common:scheme.title')).first()
    await page.goto('settings')
    for (const scheme of ['light', 'dark'] as const)
      await test.step(scheme, async () => {
        // Dark differs in colours only, and the page below the dialogs has been checked.
        const within = scheme === 'light' ? 'html' : dialogSelector
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
