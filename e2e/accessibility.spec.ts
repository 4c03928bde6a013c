import { dialog, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { wordsIn } from './words.ts'

const open = ['login', 'forgot', 'resetpassword/0123456789abcdef', 'no-such-page']
/** Of pages that are alike, one: `cases` stands for those that are not built yet. */
const locked = [
  'registration',
  'studylist',
  'xlogreport',
  'settings',
  'cases',
  'selectedCasesInvoice',
  'general',
]

/** Contrast depends on the scheme and names on the language, never both on each other: two runs see all. */
const appearances = [
  { language: 'en', scheme: 'light' },
  { language: 'fr', scheme: 'dark' },
] as const

/** Pictures are worked on in the dark, whatever was chosen. */
const alwaysDark: readonly string[] = ['general']

/** Who may set up DICOM and e-mail is not the clinic admin. */
const connections = ['settings/dicom-servers', 'settings/email', 'settings/dicom-info']

for (const [user, addresses] of [
  [undefined, open],
  ['admin.en', locked],
  ['doctor.en', connections],
] as const) {
  test.describe(user ? `signed in as ${user}` : 'signed out', () => {
    test.use({ user })
    for (const address of addresses) {
      test(`axe finds nothing at /${address}, in both languages and schemes @phone`, async ({
        page,
        isMobile,
      }) => {
        test.slow()
        await page.goto('favicon.svg')
        // A phone differs in its layout; names and contrast have been seen on the desktop.
        for (const { language, scheme } of isMobile ? appearances.slice(0, 1) : appearances) {
          await test.step(`${language} ${scheme}`, async () => {
            await page.evaluate(
              ([lang, chosen]) => {
                localStorage.setItem('lang', lang)
                localStorage.setItem('scheme', chosen)
              },
              [language, scheme] as const,
            )
            await page.goto(address)
            await expect(page.locator('html')).toHaveAttribute('lang', language)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect(page.locator('html')).toHaveAttribute(
              'data-mantine-color-scheme',
              alwaysDark.includes(address) ? 'dark' : scheme,
            )
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
            await expectAccessible(page)
            await expectNoSidewaysScroll(page)
          })
        }
      })
    }
  })
}

test.describe('what opens over a page', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test.describe(scheme, () => {
      test.use({ user: 'super', language: 'en', scheme })

      test('the menu, the dialog and the list of clinics have no fault either', async ({
        page,
      }) => {
        test.slow()
        const t = wordsIn('en')
        await page.goto('settings')
        await page.getByRole('button', { name: t('shell:nav.logout'), exact: true }).click()
        await expect(dialog(page, 'Log Out')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')

        await page.getByRole('banner').getByRole('button', { name: /super/u }).click()
        await expect(page.getByText(t('common:scheme.title')).first()).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')

        await page
          .getByRole('banner')
          .getByRole('button', { name: /Harrow Creek/u })
          .click()
        const clinics = dialog(page, t('shell:clinic.select'))
        await expect(clinics.getByText('Northlight Medical Imaging')).toBeVisible()
        await expectAccessible(page)
      })
    })
  }
})
