import type { Page } from '@playwright/test'
import { at, expect, signIn, test } from './fixtures.ts'
import { follow } from './follow.ts'
import { wordsIn } from './words.ts'

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
/** Make no sense without a page to come from. */
const dependent = ['report', 'viewer', 'caseviewer']
const locked = [
  ...pages.map(([address]) => address),
  'general?studyId=1',
  'dental?studyId=1',
  ...dependent,
]

/** The first address is opened afresh, the others from where it has led. */
async function visit(page: Page, addresses: readonly string[], check: () => Promise<void>) {
  for (const [index, address] of addresses.entries())
    await test.step(`/${address}`, async () => {
      await (index === 0 ? page.goto(address) : follow(page, address))
      await check()
    })
}

/** From a known page each time: its heading has to give way to the other. */
async function expectUnknown(page: Page, known: string) {
  const heading = page.getByRole('heading', { level: 1 })
  const notFound = wordsIn('en')('shell:notFound.title')
  expect(notFound).toMatch(/not found/iu)
  for (const address of ['no-such-page', 'studylist/7/x', 'login/x'])
    await test.step(`/${address}`, async () => {
      await follow(page, known)
      await expect(heading).not.toHaveText(notFound)
      await follow(page, address)
      await expect(heading).toHaveText(notFound)
      await expect(page).toHaveURL(at(address))
    })
}

test('without a sign-in every page leads to the sign-in page, and on to what was asked for', async ({
  page,
  t,
}) => {
  test.slow()
  const submit = page.getByRole('button', { name: t('auth:login.submit'), exact: true })
  await visit(page, locked, async () => {
    await expect(page).toHaveURL(at('login'))
    await expect(submit).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
  await test.step('an unknown address is not found', () => expectUnknown(page, 'login'))

  await test.step('a made-up token opens nothing', async () => {
    await page.evaluate(() => {
      localStorage.setItem('token', 'made-up')
    })
    await page.goto('studylist')
    await expect(page).toHaveURL(at('login'))
    await expect(submit).toBeVisible()
  })

  await test.step('the page that was asked for comes after the sign-in', async () => {
    await page.goto('cases')
    await expect(page).toHaveURL(at('login'))
    await signIn(page, 'doctor.en')
    await expect(page).toHaveURL(at('cases'))
  })
})

test.describe('an administrator of a clinic', () => {
  test.use({ user: 'admin.en', language: 'en' })

  test('opens every page, which has its title, and comes to the study list from those that need another', async ({
    page,
  }) => {
    test.slow()
    for (const [index, [address, title]] of pages.entries())
      await test.step(`/${address}`, async () => {
        await (index === 0 ? page.goto(address) : follow(page, address))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page).toHaveTitle(new RegExp(`^${title} · `, 'u'))
        await expect(page).toHaveURL(at(`${address}(?:/[a-z-]+)?`))
      })
    await test.step('an unknown address is not found', () => expectUnknown(page, 'settings'))
    for (const address of dependent)
      await test.step(`/${address}, opened directly`, async () => {
        await page.goto(address)
        await expect(page).toHaveURL(at('studylist'))
      })
  })
})

test.describe('a radiologist', () => {
  test.use({ user: 'rad1', language: 'en' })
  test('is led from pages of the clinic to the cases', async ({ page }) => {
    const clinical = ['registration', 'studylist', 'xlogreport', 'general?studyId=1', 'report']
    await visit(page, clinical, () => expect(page).toHaveURL(at('cases')))
  })
})

test.describe('staff without rights to cases', () => {
  test.use({ user: 'staff.en', language: 'en' })
  test('are led from the pages of cases to registration', async ({ page }) => {
    const cases = ['cases', 'casestats', 'casereport', 'editcases/1', 'invoiceManagement']
    await visit(page, cases, () => expect(page).toHaveURL(at('registration')))
  })
})
