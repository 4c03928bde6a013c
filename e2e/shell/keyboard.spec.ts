import type { Page } from '@playwright/test'
import { password } from '../support/users.ts'
import { pageUrl, dialog, expect, test } from '../support/fixtures.ts'
import { isFocusVisible, tabTo, waitForDeliberatePress } from '../support/keyboard.ts'
import { navigateInApp } from '../support/navigate.ts'
import type { Translate } from '../support/i18n-texts.ts'

async function useShortcuts(page: Page, t: Translate) {
  await page.goto('studylist')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: t('shell:skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('?')
  const sheet = dialog(page, t('common:keys.title'))
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(page).toHaveURL(pageUrl('settings(?:/[a-z-]+)?'))
}

async function signInAndOut(page: Page, t: Translate) {
  await navigateInApp(page, 'logout')
  await expect(page.getByRole('textbox', { name: t('auth:field.username') })).toBeFocused()
  await page.keyboard.type('staff.en')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageUrl('registration'))

  await tabTo(page, t('shell:nav.studylist'))
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageUrl('studylist'))
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, t('shell:nav.logout'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Log Out')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: t('shell:nav.logout'), exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await waitForDeliberatePress(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageUrl('login'))
}

test.describe('by keyboard', () => {
  test.use({ user: 'staff.en', language: 'en' })

  test('pages are reached by shortcuts, and a user signs in and out, all by keyboard', async ({
    page,
    t,
  }) => {
    await test.step('the first Tab skips to the content, ? opens the keyboard help, g and a letter open a page', () =>
      useShortcuts(page, t))
    await test.step('a user signs in, opens the study list and signs out by keyboard', () =>
      signInAndOut(page, t))
  })
})
