import type { Page } from '@playwright/test'
import { pageUrl, expect, passwordField, signIn, test } from '../support/fixtures.ts'
import { createBarrier } from '../support/barrier.ts'
import { servers } from '../support/servers.ts'
import { navigateInApp } from '../support/navigate.ts'
import type { Translate } from '../support/i18n-texts.ts'

const login = '**/api/auth/login'

async function signInAsRadiologist(page: Page, t: Translate) {
  const username = page.getByRole('textbox', { name: t('auth:field.username') })
  const password = passwordField(page, t('auth:field.password'))
  const alert = page.getByRole('alert')
  const storedToken = () => page.evaluate(() => localStorage.getItem('token'))
  let isSent = false
  page.on('request', (request) => (isSent ||= request.url().endsWith('/auth/login')))

  await test.step('/ redirects to it', async () => {
    await page.goto('')
    await expect(page).toHaveURL(pageUrl('login'))
    await expect(username).toBeFocused()
  })

  await test.step('empty fields are marked and nothing is sent', async () => {
    await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
    await expect(alert).toHaveText('There are some issues with the marked fields')
    await expect(username).toHaveAttribute('aria-invalid', 'true')
    await expect(username).toBeFocused()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    expect(isSent).toBe(false)
  })

  await test.step('only the password is marked when only it is missing', async () => {
    await signIn(page, 'rad1', '')
    await expect(alert).toHaveText('There are some issues with the marked fields')
    await expect(username).not.toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
    expect(isSent).toBe(false)
  })

  await test.step('a wrong password is reported with the message of the server', async () => {
    await signIn(page, 'nobody.here', 'Wrong-password-1')
    await expect(alert).toHaveText(t('errors:auth/wrong-credentials'))
    expect(await storedToken()).toBeNull()
    await expect(page).toHaveURL(pageUrl('login'))
  })

  await test.step('a radiologist starts at the cases', async () => {
    await signIn(page, 'rad1')
    await expect(page).toHaveURL(pageUrl('cases'))
    expect(await storedToken()).not.toBeNull()
  })
}

async function failToSignIn(page: Page, t: Translate) {
  const alert = page.getByRole('alert')
  await test.step('/signin redirects to it', async () => {
    await navigateInApp(page, 'logout')
    await expect(page).toHaveURL(pageUrl('login'))
    await navigateInApp(page, 'signin')
    await expect(page).toHaveURL(pageUrl('login'))
    await expect(page.getByRole('textbox', { name: t('auth:field.username') })).toBeFocused()
  })

  await test.step('any other refusal is reported with its message', async () => {
    await page.route(login, (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of film' } }),
    )
    await signIn(page, 'admin.en')
    await expect(alert).toHaveText('Out of film')
    await page.unroute(login)
  })

  await test.step('a response without a message is reported with a general one', async () => {
    await page.route(login, (route) => route.fulfill({ status: 502, body: '<html>' }))
    await signIn(page, 'admin.en')
    await expect(alert).toHaveText('An unknown error occurred.')
    await page.unroute(login)
  })

  await test.step('a response without a token is a failure', async () => {
    await page.route(login, async (route) => {
      const reply = await route.fetch()
      const { authorization: _token, ...headers } = reply.headers()
      await route.fulfill({ response: reply, headers })
    })
    await signIn(page, 'admin.en')
    await expect(alert).toHaveText('Error logging in')
    await expect(page).toHaveURL(pageUrl('login'))
    await page.unroute(login)
  })

  await test.step('one request is sent for repeated presses, and registration opens', async () => {
    const pressedTwice = createBarrier()
    let requests = 0
    await page.route(login, async (route) => {
      requests += 1
      await pressedTwice.opened
      await route.continue()
    })
    await signIn(page, 'admin.en')
    await passwordField(page, t('auth:field.password')).press('Enter')
    pressedTwice.open()
    await expect(page).toHaveURL(pageUrl('registration'))
    expect(requests).toBe(1)
    await page.unroute(login)
  })
}

async function returnAfterSession(page: Page, t: Translate) {
  await navigateInApp(page, 'login')
  await expect(page).toHaveURL(pageUrl('registration'))
  await page.getByRole('link', { name: t('shell:nav.settings'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const ended = await fetch(`${servers.local.api}auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.ok).toBe(true)
  await page.reload()
  await expect(page).toHaveURL(pageUrl('login'))
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await signIn(page, 'admin.en', undefined, t)
  await expect(page).toHaveURL(pageUrl('settings(?:/[a-z-]+)?'))
}

test('a user signs in', async ({ page, t }) => {
  await test.step('the sign-in page marks missing fields, reports a wrong password, and opens the cases for a radiologist', () =>
    signInAsRadiologist(page, t))
  await test.step('the sign-in page reports every failed response, and sends one request for repeated presses', () =>
    failToSignIn(page, t))
  await test.step('a signed-in user sees the sign-in page only after the session has ended, and then returns to the previous page', () =>
    returnAfterSession(page, t))
})
