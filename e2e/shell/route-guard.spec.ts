import type { Page } from '@playwright/test'
import { changeUser, pageUrl, expect, signIn, test } from '../support/fixtures.ts'
import { navigateInApp } from '../support/navigate.ts'
import { createTranslator, type Translate } from '../support/i18n-texts.ts'

/** Every page of a clinic, and its title in the specification. */
const pages: readonly (readonly [address: string, title: string])[] = [
  ['registration', 'Patient Registration'],
  ['studylist', 'Study List'],
  ['xlogreport', 'X-Ray Log Report'],
  ['tray', 'Images to Check'],
  ['cases', 'RAD Cases'],
  ['editcases/1', 'Edit RAD Cases'],
  ['selectedCasesInvoice', 'Cases Invoice'],
  ['invoiceManagement', 'Invoice Management'],
  ['casestats', 'Case Statistics'],
  ['settings', 'Settings'],
  ['account', 'My account'],
]
const caseReport = ['casereport', 'Case Report'] as const
/** Pages that need data of the page before them. */
const dependent = ['report', 'viewer', 'caseviewer']
const protectedPages = [
  ...[...pages, caseReport].map(([address]) => address),
  'general?studyId=1',
  'dental?studyId=1',
  'setup/address',
  ...dependent,
]

async function visit(page: Page, addresses: readonly string[], check: () => Promise<void>) {
  for (const address of addresses)
    await test.step(`/${address}`, async () => {
      await navigateInApp(page, address)
      await check()
    })
}

/** Starts from a known page each time, so that its heading must change. */
async function expectUnknown(page: Page, known: string) {
  const heading = page.getByRole('heading', { level: 1 })
  const notFound = createTranslator('en')('shell:notFound.title')
  expect(notFound).toMatch(/not found/iu)
  for (const address of ['no-such-page', 'studylist/7/x', 'login/x'])
    await test.step(`/${address}`, async () => {
      await navigateInApp(page, known)
      await expect(heading).not.toHaveText(notFound)
      await navigateInApp(page, address)
      await expect(heading).toHaveText(notFound)
      await expect(page).toHaveURL(pageUrl(address))
    })
}

async function expectNoPages(page: Page, t: Translate) {
  const submit = page.getByRole('button', { name: t('auth:login.submit'), exact: true })
  await page.goto('studylist')
  await visit(page, protectedPages, async () => {
    await expect(page).toHaveURL(pageUrl('login'))
    await expect(submit).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
  await test.step('an unknown address is not found', () => expectUnknown(page, 'login'))

  await test.step('an invalid token opens nothing', async () => {
    await page.evaluate(() => {
      localStorage.setItem('token', 'made-up')
    })
    await page.goto('studylist')
    await expect(page).toHaveURL(pageUrl('login'))
    await expect(submit).toBeVisible()
  })

  await test.step('the requested page opens after the sign-in', async () => {
    await page.goto('cases')
    await expect(page).toHaveURL(pageUrl('login'))
    await signIn(page, 'doctor.en')
    await expect(page).toHaveURL(pageUrl('cases'))
  })
}

async function expectPage(page: Page, [address, title]: (typeof pages)[number]) {
  await test.step(`/${address}`, async () => {
    await navigateInApp(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(`^${title} · `, 'u'))
    await expect(page).toHaveURL(pageUrl(`${address}(?:/[a-z-]+)?`))
  })
}

async function expectAllPages(page: Page) {
  for (const one of pages) await expectPage(page, one)
  await test.step('an unknown address is not found', () => expectUnknown(page, 'settings'))
  for (const address of dependent)
    await test.step(`/${address}, opened directly`, async () => {
      await page.goto(address)
      await expect(page).toHaveURL(pageUrl('studylist'))
    })
}

test('users reach the pages of their role, and no page before the sign-in', async ({ page, t }) => {
  test.slow()
  await test.step('without a session every page redirects to the sign-in page, and after the sign-in to the requested page', () =>
    expectNoPages(page, t))
  await test.step('an administrator opens every page with its title; pages that need another one redirect to the study list', async () => {
    await changeUser(page, 'admin.en', t)
    await expectAllPages(page)
  })
  await test.step('users who are no radiologists are redirected from the report page and the viewer of a case', async () => {
    await visit(page, ['casereport?caseId=1'], () => expect(page).toHaveURL(pageUrl('cases')))
    await visit(page, ['caseviewer?caseId=1'], () => expect(page).toHaveURL(pageUrl('studylist')))
  })
  await test.step('a radiologist is redirected from the pages of the clinic to the cases', async () => {
    await changeUser(page, 'rad1', t)
    const clinical = ['registration', 'studylist', 'xlogreport', 'general?studyId=1', 'report']
    await visit(page, clinical, () => expect(page).toHaveURL(pageUrl('cases')))
    await expectPage(page, caseReport)
  })
  await test.step('staff without rights to cases are redirected from the case pages to registration', async () => {
    await changeUser(page, 'staff.en', t)
    const cases = ['cases', 'casestats', 'casereport', 'editcases/1', 'invoiceManagement']
    await visit(page, cases, () => expect(page).toHaveURL(pageUrl('registration')))
    await visit(page, ['report?studyId=1'], () => expect(page).toHaveURL(pageUrl('studylist')))
  })
})
