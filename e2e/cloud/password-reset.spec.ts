import { at, expect, passwordField, signIn, test } from '../fixtures.ts'
import { letterWith, resetTokenIn } from '../mailbox.ts'
import { servers } from '../servers.ts'

test.describe('the page for a forgotten password', () => {
  test('wants a username', async ({ page, t }) => {
    await page.goto('forgot')
    await page.getByRole('button', { name: t('auth:forgot.submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'There are some issues with the marked fields:',
    )
    await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  })

  test('says the same about a user who exists and one who does not', async ({ page, t }) => {
    const said: string[] = []
    for (const username of ['doctor.en', 'nobody.here']) {
      await page.goto('forgot')
      await page.getByRole('textbox').fill(username)
      await page.getByRole('button', { name: t('auth:forgot.submit') }).click()
      const note = page.getByRole('status').filter({ hasText: '30 minutes' })
      await expect(note).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      said.push(await note.innerText())
    }
    expect(said[0]).toBe(said[1])
  })
})

test('a forgotten password is replaced through the link in the mail, once', async ({ page, t }) => {
  const fresh = 'Nouveau-mot-9'
  await page.goto('login')
  await page.getByRole('link', { name: t('auth:login.forgot') }).click()
  await expect(page).toHaveURL(at('forgot'))
  // The address changes a moment before the page does.
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await page.getByRole('textbox').fill('admin.human')
  await page.getByRole('button', { name: t('auth:forgot.submit') }).click()

  const letter = await letterWith('cloud', 'Harriet')
  expect(letter.text).toContain('30')
  const link = `resetpassword/${resetTokenIn(letter)}`
  const first = passwordField(page, t('auth:field.newPassword'))
  const second = passwordField(page, t('auth:field.confirmation'))
  const set = async (password: string, confirmation: string) => {
    await first.fill(password)
    await second.fill(confirmation)
    await page.getByRole('button', { name: t('auth:reset.submit') }).click()
  }

  await page.goto(link)
  await set('', '')
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match')
  await set(fresh, 'Nouveau-mot-8')
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match')
  await set('Aa1', 'Aa1')
  await expect(page.getByRole('alert')).toHaveText('Password must be at least 8 characters long')
  await set('nodigitshere', 'nodigitshere')
  await expect(page.getByRole('alert')).toHaveText(
    'Must contain at least one digit, one uppercase character and one lowercase character',
  )
  await set(fresh, fresh)
  await expect(
    page.getByRole('status').filter({ hasText: t('auth:reset.doneTitle') }),
  ).toBeVisible()

  await page.goto(link)
  await set('Encore-un-mot-7', 'Encore-un-mot-7')
  await expect(page.getByRole('alert')).toHaveText(t('errors:auth/reset-link-invalid'))

  await page.getByRole('link', { name: t('auth:backToLogin') }).click()
  await signIn(page, 'admin.human')
  await expect(page.getByRole('alert')).toHaveText(t('errors:auth/wrong-credentials'))
  await signIn(page, 'admin.human', fresh)
  await expect(page).toHaveURL(at('studylist'))
})

test('a new password ends the sessions that the old one began', async ({ page, t }) => {
  const signedIn = await fetch(`${servers.cloud.api}auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'operator.en', password: 'Talus-demo-1' }),
  })
  const authorization = signedIn.headers.get('authorization') ?? ''
  const session = () =>
    fetch(`${servers.cloud.api}auth/session`, { headers: { authorization } }).then(
      ({ status }) => status,
    )
  expect(await session()).toBe(200)

  await page.goto('forgot')
  await page.getByRole('textbox').fill('operator.en')
  await page.getByRole('button', { name: t('auth:forgot.submit') }).click()
  await page.goto(`resetpassword/${resetTokenIn(await letterWith('cloud', 'Owen'))}`)
  await passwordField(page, t('auth:field.newPassword')).fill('Another-word-5')
  await passwordField(page, t('auth:field.confirmation')).fill('Another-word-5')
  await page.getByRole('button', { name: t('auth:reset.submit') }).click()
  await expect(
    page.getByRole('status').filter({ hasText: t('auth:reset.doneTitle') }),
  ).toBeVisible()
  expect(await session()).toBe(401)
})
