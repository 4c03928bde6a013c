import { at, expect, signIn, test } from './fixtures.ts'

/** Every page of those signed in, and the title that the specification gives it. */
const pages: readonly (readonly [address: string, title: string])[] = [
  ['registration', 'Patient Registration'],
  ['studylist', 'Study List'],
  ['xlogreport', 'X-Ray Log Report'],
  ['cases', 'RAD Cases'],
  ['editcases/1', 'Edit RAD Cases'],
  ['selectedCasesInvoice', 'Cases Invoice'],
  ['invoiceManagement', 'Invoice Management'],
  ['casereport', 'Case Report'],
  ['casestats', 'Case Statistics'],
  ['settings', 'Settings'],
]
const locked = [
  ...pages.map(([address]) => address),
  'general?studyId=1',
  'dental?studyId=1',
  'report',
  'viewer',
  'caseviewer',
]

test.describe('without a sign-in', () => {
  test('every page leads to the sign-in page', async ({ page, t }) => {
    test.slow()
    for (const address of locked)
      await test.step(`/${address}`, async () => {
        await page.goto(address)
        await expect(page).toHaveURL(at('login'))
        await expect(
          page.getByRole('button', { name: t('auth:login.submit'), exact: true }),
        ).toBeVisible()
        await expect(page.getByRole('navigation')).toHaveCount(0)
      })
  })

  test('the page that was asked for comes after the sign-in', async ({ page }) => {
    await page.goto('cases')
    await expect(page).toHaveURL(at('login'))
    await signIn(page, 'doctor.en')
    await expect(page).toHaveURL(at('cases'))
  })

  test('a made-up token opens nothing', async ({ page }) => {
    await page.goto('login')
    await page.evaluate(() => {
      localStorage.setItem('token', 'made-up')
    })
    await page.goto('studylist')
    await expect(page).toHaveURL(at('login'))
  })
})

test.describe('an administrator of a clinic', () => {
  test.use({ user: 'admin.en', language: 'en' })

  test('opens every page, which has its title', async ({ page }) => {
    test.slow()
    for (const [address, title] of pages)
      await test.step(`/${address}`, async () => {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page).toHaveTitle(new RegExp(`^${title} · `, 'u'))
        await expect(page).toHaveURL(at(`${address}(?:/[a-z-]+)?`))
      })
  })

  for (const address of ['report', 'viewer', 'caseviewer']) {
    test(`comes to the study list when opening /${address} directly`, async ({ page }) => {
      await page.goto(address)
      await expect(page).toHaveURL(at('studylist'))
    })
  }
})

test.describe('a radiologist', () => {
  test.use({ user: 'rad1', language: 'en' })
  test('is led from pages of the clinic to the cases', async ({ page }) => {
    for (const address of [
      'registration',
      'studylist',
      'xlogreport',
      'general?studyId=1',
      'report',
    ])
      await test.step(`/${address}`, async () => {
        await page.goto(address)
        await expect(page).toHaveURL(at('cases'))
      })
  })
})

test.describe('staff without rights to cases', () => {
  test.use({ user: 'staff.en', language: 'en' })
  test('are led from the pages of cases to registration', async ({ page }) => {
    for (const address of ['cases', 'casestats', 'casereport', 'editcases/1', 'invoiceManagement'])
      await test.step(`/${address}`, async () => {
        await page.goto(address)
        await expect(page).toHaveURL(at('registration'))
      })
  })
})

for (const user of [undefined, 'admin.en'] as const) {
  test.describe(user ? 'signed in' : 'signed out', () => {
    test.use({ user, language: 'en' })
    test('an unknown address is not found', async ({ page, t }) => {
      for (const address of ['no-such-page', 'studylist/7/x', 'login/x'])
        await test.step(`/${address}`, async () => {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(
            t('shell:notFound.title'),
          )
          expect(t('shell:notFound.title')).toMatch(/not found/iu)
        })
    })
  })
}
