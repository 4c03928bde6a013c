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
  for (const address of locked) {
    test(`/${address} leads to the sign-in page`, async ({ page, t }) => {
      await page.goto(address)
      await expect(page).toHaveURL(at('login'))
      await expect(
        page.getByRole('button', { name: t('auth:login.submit'), exact: true }),
      ).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    })
  }

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

  for (const [address, title] of pages) {
    test(`opens /${address}, titled ${title}`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle(new RegExp(`^${title} · `, 'u'))
      await expect(page).toHaveURL(at(`${address}(?:/[a-z-]+)?`))
    })
  }

  for (const address of ['report', 'viewer', 'caseviewer']) {
    test(`comes to the study list when opening /${address} directly`, async ({ page }) => {
      await page.goto(address)
      await expect(page).toHaveURL(at('studylist'))
    })
  }
})

test.describe('a radiologist', () => {
  test.use({ user: 'rad1', language: 'en' })
  for (const address of [
    'registration',
    'studylist',
    'xlogreport',
    'general?studyId=1',
    'report',
  ]) {
    test(`is led from /${address} to the cases`, async ({ page }) => {
      await page.goto(address)
      await expect(page).toHaveURL(at('cases'))
    })
  }
})

test.describe('staff without rights to cases', () => {
  test.use({ user: 'staff.en', language: 'en' })
  for (const address of ['cases', 'casestats', 'casereport', 'editcases/1', 'invoiceManagement']) {
    test(`are led from /${address} to registration`, async ({ page }) => {
      await page.goto(address)
      await expect(page).toHaveURL(at('registration'))
    })
  }
})

for (const user of [undefined, 'admin.en'] as const) {
  test.describe(user ? 'signed in' : 'signed out', () => {
    test.use({ user, language: 'en' })
    for (const address of ['no-such-page', 'studylist/7/x', 'login/x']) {
      test(`/${address} is not found`, async ({ page, t }) => {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:notFound.title'))
        expect(t('shell:notFound.title')).toMatch(/not found/iu)
      })
    }
  })
}
