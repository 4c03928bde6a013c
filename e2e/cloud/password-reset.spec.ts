import { at, expect, passwordField, signIn, test } from '../fixtures.ts'
import { letterWith, resetTokenIn } from '../mailbox.ts'

test('a forgotten password is replaced through the link in the mail, once', async ({ page, t }) => {
  test.slow()
  const fresh = 'Nouveau-mot-9'
  const forget = async () => {
    await page.getByRole('link', { name: t('auth:login.forgot') }).click()
    await expect(page).toHaveURL(at('forgot'))
    // The address changes a moment before the page does.
    await expect(page.getByRole('textbox')).toHaveCount(1)
  }
  const ask = () => page.getByRole('button', { name: t('auth:forgot.submit') }).click()
  /** What is said about somebody. */
  const told = async (username: string) => {
    await page.getByRole('textbox').fill(username)
    await ask()
    const note = page.getByRole('status').filter({ hasText: '30 minutes' })
    await expect(note).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    return note.innerText()
  }

  await page.goto('login')
  await forget()
  await test.step('a username is wanted', async () => {
    await ask()
    await expect(page.getByRole('alert')).toHaveText(
      'There are some issues with the marked fields:',
    )
    await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('the same is said about a user who exists and one who does not', async () => {
    const aboutNobody = await told('nobody.here')
    await page.getByRole('link', { name: t('auth:backToLogin') }).click()
    await forget()
    expect(await told('admin.human')).toBe(aboutNobody)
  })

  const letter = await letterWith('cloud', 'Harriet')
  expect(letter.text).toContain('30')
  const link = `resetpassword/${resetTokenIn(letter)}`
  const set = async (password: string, confirmation: string) => {
    await passwordField(page, t('auth:field.newPassword')).fill(password)
    await passwordField(page, t('auth:field.confirmation')).fill(confirmation)
    await page.getByRole('button', { name: t('auth:reset.submit') }).click()
  }

  await test.step('the new one is checked, and is set', async () => {
    await page.goto(link)
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
    await expect(page).toHaveURL(at('login'))
  })

  await test.step('the link has been used', async () => {
    await page.goto(link)
    await set('Encore-un-mot-7', 'Encore-un-mot-7')
    await expect(page.getByRole('alert')).toHaveText(t('errors:auth/reset-link-invalid'))
    await page.getByRole('link', { name: t('auth:reset.again') }).click()
    await expect(page).toHaveURL(at('forgot'))
    await expect(page.getByRole('textbox')).toHaveCount(1)
  })

  await page.getByRole('link', { name: t('auth:backToLogin') }).click()
  await signIn(page, 'admin.human')
  await expect(page.getByRole('alert')).toHaveText(t('errors:auth/wrong-credentials'))
  await signIn(page, 'admin.human', fresh)
  await expect(page).toHaveURL(at('studylist'))
})
