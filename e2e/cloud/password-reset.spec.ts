import type { Request } from '@playwright/test'
import { pageUrl, expect, passwordField, signIn, test } from '../support/fixtures.ts'
import { waitForMessage, extractResetToken } from '../support/mailbox.ts'

test('a forgotten password is replaced once through the link in the e-mail', async ({
  page,
  t,
}) => {
  test.slow()
  const fresh = 'Nouveau-mot-9'
  const forget = async () => {
    await page.getByRole('link', { name: t('auth:login.forgot') }).click()
    await expect(page).toHaveURL(pageUrl('forgot'))
    // The address changes a moment before the page.
    await expect(page.getByRole('textbox')).toHaveCount(1)
  }
  const submit = () => page.getByRole('button', { name: t('auth:forgot.submit') }).click()
  /** Requests a reset for the user, and returns the message of the page. */
  const requestReset = async (username: string) => {
    await page.getByRole('textbox').fill(username)
    await submit()
    const note = page.getByRole('status').filter({ hasText: '30 minutes' })
    await expect(note).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    return note.innerText()
  }

  await page.goto('login')
  await forget()
  await test.step('a username is required', async () => {
    await submit()
    await expect(page.getByRole('alert')).toHaveText(
      'There are some issues with the marked fields:',
    )
    await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('the message is the same for a user who exists and one who does not', async () => {
    const unknownMessage = await requestReset('nobody.here')
    await page.getByRole('link', { name: t('auth:backToLogin') }).click()
    await forget()
    expect(await requestReset('admin.human')).toBe(unknownMessage)
  })

  const message = await waitForMessage('cloud', 'Harriet')
  expect(message.text).toContain('30')
  const token = extractResetToken(message)
  const link = `resetpassword/#${token}`
  const set = async (password: string, confirmation: string) => {
    await passwordField(page, t('auth:field.newPassword')).fill(password)
    await passwordField(page, t('auth:field.confirmation')).fill(confirmation)
    await page.getByRole('button', { name: t('auth:reset.submit') }).click()
  }

  await test.step('the token of the link is sent to no server, also not as the referring page', async () => {
    const sent: string[] = []
    const note = (request: Request) => void sent.push(request.url())
    page.on('request', note)
    await page.goto(link)
    await expect(page).toHaveURL(pageUrl('resetpassword'))
    await expect(passwordField(page, t('auth:field.newPassword'))).toBeVisible()
    page.off('request', note)
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.filter((url) => url.replace(/#.*/u, '').includes(token))).toEqual([])
    // The address as specified has the token in its path.
    const referring: string[] = []
    const noteReferer = async (request: Request) =>
      referring.push((await request.allHeaders())['referer'] ?? '')
    page.on('request', noteReferer)
    await page.goto(`resetpassword/${token}`)
    await expect(page).toHaveURL(pageUrl('resetpassword'))
    await expect(passwordField(page, t('auth:field.newPassword'))).toBeVisible()
    page.off('request', noteReferer)
    expect(referring.length).toBeGreaterThan(1)
    expect(referring.filter((address) => address.includes(token))).toEqual([])
  })

  await test.step('the new password is checked and set', async () => {
    await page.goto(link)
    await expect(page).toHaveURL(pageUrl('resetpassword'))
    const fault = page.getByRole('alert')
    await set('', '')
    await expect(fault).toHaveText('Passwords do not match')
    await set(fresh, 'Nouveau-mot-8')
    await expect(fault).toHaveText('Passwords do not match')
    await set('Aa1', 'Aa1')
    await expect(fault).toHaveText('Password must be at least 8 characters long')
    await set('nodigitshere', 'nodigitshere')
    await expect(fault).toHaveText(
      'Must contain at least one digit, one uppercase character and one lowercase character',
    )
    await set(fresh, fresh)
    const note = page.getByRole('status').filter({ hasText: t('auth:reset.doneTitle') })
    await expect(note).toBeVisible()
    await note.getByRole('link', { name: t('auth:backToLogin') }).click()
    await expect(page).toHaveURL(pageUrl('login'))
  })

  await test.step('the link cannot be used again', async () => {
    await page.goto(`resetpassword/${token}`)
    await expect(page).toHaveURL(pageUrl('resetpassword'))
    await set('Encore-un-mot-7', 'Encore-un-mot-7')
    await expect(page.getByRole('alert')).toHaveText(t('errors:auth/reset-link-invalid'))
    await page.getByRole('link', { name: t('auth:reset.again') }).click()
    await expect(page).toHaveURL(pageUrl('forgot'))
    await expect(page.getByRole('textbox')).toHaveCount(1)
  })

  await page.getByRole('link', { name: t('auth:backToLogin') }).click()
  await signIn(page, 'admin.human')
  await expect(page.getByRole('alert')).toHaveText(t('errors:auth/wrong-credentials'))
  await signIn(page, 'admin.human', fresh)
  await expect(page).toHaveURL(pageUrl('studylist'))
})
