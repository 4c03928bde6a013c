import { at, expect, passwordField, signIn, test } from './fixtures.ts'
import { servers } from './servers.ts'

const login = '**/api/auth/login'
const tokenIn = (storage: Storage) => storage.getItem('token')

test.describe('the sign-in page', () => {
  for (const address of ['', 'signin']) {
    test(`is where /${address} leads`, async ({ page, t }) => {
      await page.goto(address)
      await expect(page).toHaveURL(at('login'))
      await expect(page.getByRole('textbox', { name: t('auth:field.username') })).toBeFocused()
    })
  }

  test('marks empty fields and sends nothing', async ({ page, t }) => {
    await page.goto('login')
    let isSent = false
    page.on('request', (request) => (isSent ||= request.url().endsWith('/auth/login')))
    await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('There are some issues with the marked fields')
    const username = page.getByRole('textbox', { name: t('auth:field.username') })
    await expect(username).toHaveAttribute('aria-invalid', 'true')
    await expect(username).toBeFocused()
    await expect(passwordField(page, t('auth:field.password'))).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    expect(isSent).toBe(false)
  })

  test('marks only the password when only that is missing', async ({ page, t }) => {
    await page.goto('login')
    await signIn(page, 'admin.en', '')
    await expect(page.getByRole('alert')).toHaveText('There are some issues with the marked fields')
    await expect(page.getByRole('textbox', { name: t('auth:field.username') })).not.toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await expect(passwordField(page, t('auth:field.password'))).toBeFocused()
  })

  test("shows the server's words for a wrong password, in the language of the page", async ({
    page,
    t,
  }) => {
    await page.goto('login')
    await signIn(page, 'nobody.here', 'Wrong-password-1')
    await expect(page.getByRole('alert')).toHaveText(t('errors:auth/wrong-credentials'))
    expect(await page.evaluate(tokenIn, await page.evaluateHandle(() => localStorage))).toBeNull()
    await expect(page).toHaveURL(at('login'))
  })

  test('shows the message of any other refusal', async ({ page }) => {
    await page.goto('login')
    await page.route(login, (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of film' } }),
    )
    await signIn(page, 'admin.en')
    await expect(page.getByRole('alert')).toHaveText('Out of film')
  })

  test('falls back on words of its own when the answer has none', async ({ page }) => {
    await page.goto('login')
    await page.route(login, (route) => route.fulfill({ status: 502, body: '<html>' }))
    await signIn(page, 'admin.en')
    await expect(page.getByRole('alert')).toHaveText('An unknown error occurred.')
  })

  test('does not take an answer without a token for a success', async ({ page }) => {
    await page.goto('login')
    await page.route(login, async (route) => {
      const reply = await route.fetch()
      const { authorization: _token, ...headers } = reply.headers()
      await route.fulfill({ response: reply, headers })
    })
    await signIn(page, 'admin.en')
    await expect(page.getByRole('alert')).toHaveText('Error logging in')
    await expect(page).toHaveURL(at('login'))
  })

  test('sends one request, however often the button is pressed', async ({ page, t }) => {
    await page.goto('login')
    let requests = 0
    await page.route(login, async (route) => {
      requests += 1
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await signIn(page, 'admin.en')
    await passwordField(page, t('auth:field.password')).press('Enter')
    await expect(page).toHaveURL(at('registration'))
    expect(requests).toBe(1)
  })
})

test('after signing in, a radiologist starts at the cases, everybody else at registration', async ({
  page,
}) => {
  await page.goto('login')
  await signIn(page, 'rad1')
  await expect(page).toHaveURL(at('cases'))
  await page.evaluate(() => {
    localStorage.clear()
  })
  await page.goto('login')
  await signIn(page, 'staff.en')
  await expect(page).toHaveURL(at('registration'))
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})

test.describe('somebody who is signed in', () => {
  test.use({ user: 'doctor.en', language: 'en' })

  test('does not see the sign-in page again', async ({ page }) => {
    await page.goto('login')
    await expect(page).toHaveURL(at('registration'))
  })

  test('is led to sign in, and back, when the server has ended the session', async ({
    page,
    t,
  }) => {
    await page.goto('settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const ended = await fetch(`${servers.local.api}auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(ended.ok).toBe(true)
    await page.reload()
    await expect(page).toHaveURL(at('login'))
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await signIn(page, 'doctor.en', undefined, t)
    await expect(page).toHaveURL(at('settings(?:/[a-z-]+)?'))
  })
})
