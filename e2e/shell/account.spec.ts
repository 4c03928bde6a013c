import { createHmac } from 'node:crypto'
import { field, test } from '../support/clinic-fixture.ts'
import { changeUser, expect, pageUrl, signIn } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { navigateInApp } from '../support/navigate.ts'
import { password } from '../support/users.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 6238, computed apart from the server's own code. */
function computeCode(secret: string): string {
  const bits = Array.from(secret).map((letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/gu) ?? []).map((byte) => Number(`0b${byte}`)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('a user sets up a second factor, signs in with a recovery code, ends other sessions and changes the password', async ({
  page,
  browser,
  clinicFixture,
  t,
}) => {
  test.setTimeout(90_000)
  // A user of its own: other tests need the sessions of the demo users.
  const { asSuper, createUser } = clinicFixture
  const { clinic } = (await asSuper('GET', 'auth/session')).body
  const { username } = await createUser(clinic, 'account', { operator: true })
  await page.goto('login')
  await signIn(page, username)
  await page.waitForURL(/registration|studylist/u)

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(new URL('login', page.url()).href)
  await signIn(other, username)
  await other.waitForURL(/registration|studylist/u)

  await navigateInApp(page, 'account')
  const dialog = page.getByRole('dialog')
  let codes: string[] = []
  await test.step('the second factor is turned on with the keyboard alone', async () => {
    await page.getByRole('button', { name: t('account:factor.setUp') }).focus()
    await page.keyboard.press('Enter')
    await field(dialog, t('account:password.current')).fill(password)
    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('img', { name: t('account:setUp.picture') })).toBeVisible()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(computeCode(secret))
    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox')).toBeVisible()
    codes = await dialog.locator('li code').allInnerTexts()
    expect(codes).toHaveLength(10)
    await waitForDeliberatePress(page)
    const box = dialog.getByRole('checkbox')
    await dialog.getByRole('button', { name: t('common:copy.all') }).focus()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert')).toHaveText(t('account:codes.keepFirst'))
    await expect(box).toBeFocused()
    await page.mouse.click(5, 5)
    await expect(dialog.getByRole('button', { name: t('common:action.close') })).toHaveCount(0)
    await expect(dialog.locator('li code')).toHaveText(codes)
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: t('account:codes.done') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(t('account:factor.codesLeft_other', { count: 10 }))).toBeVisible()
  })

  await test.step('the page of an ended session returns to the sign-in', async () => {
    await page.getByRole('button', { name: t('account:sessions.endOthers') }).click()
    await waitForDeliberatePress(page)
    await dialog.getByRole('button', { name: t('account:sessions.endOthers') }).click()
    await expect(other).toHaveURL(/login$/u, { timeout: 20_000 })
  })

  await test.step('a recovery code completes a sign-in', async () => {
    await signIn(other, username)
    await other.getByRole('button', { name: t('auth:code.useRecovery') }).click()
    await other.getByRole('textbox').fill('aaaa-aaaa-aaaa')
    await other.keyboard.press('Enter')
    await expect(other.getByRole('alert')).toHaveText(t('errors:auth/wrong-code'))
    await other.getByRole('textbox').fill(codes[0] ?? '')
    await other.keyboard.press('Enter')
    await other.waitForURL(/registration|studylist/u)
  })

  await test.step('passing the empty password fields marks none of them', async () => {
    await field(page, t('account:password.current')).focus()
    for (let count = 0; count < 6; count += 1) await page.keyboard.press('Tab')
    await expect(page.getByText(t('errors:field/required'))).toHaveCount(0)
  })

  await test.step('a new password is checked, saved, and ends the other session', async () => {
    const fill = async (current: string, next: string) => {
      await field(page, t('account:password.current')).fill(current)
      await field(page, t('auth:field.newPassword')).fill(next)
      await field(page, t('auth:field.confirmation')).fill(next)
      await page.getByRole('button', { name: t('account:password.submit') }).click()
    }
    await fill('Wrong-1234', 'Nouveau-mot-9')
    await expect(page.getByText(t('errors:password/wrong'))).toBeVisible()
    await fill(password, 'Nouveau-mot-9')
    await expect(
      page.getByText(t('account:password.done')).filter({ visible: true }).first(),
    ).toBeVisible()
    await expect(other).toHaveURL(/login$/u, { timeout: 20_000 })
    await expect(page).toHaveURL(pageUrl('account'))
  })

  await test.step('the second factor is turned off again', async () => {
    await page.getByRole('button', { name: t('account:factor.remove') }).click()
    await field(dialog, t('account:password.current')).fill('Nouveau-mot-9')
    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('account:factor.off'), { exact: true })).toBeVisible()
  })
  await context.close()

  await test.step('the menu follows when an administrator loses their rights', async () => {
    const admin = await createUser(clinic, 'demoted', { clinicAdmin: true })
    await changeUser(page, admin.username, t)
    await navigateInApp(page, 'settings/users')
    const users = page.getByRole('link', { name: t('settings:section.users'), exact: true })
    await expect(users).toBeVisible()
    const path = `permissionProfile/${admin.permissionProfileId}`
    const { body: profile } = await asSuper('GET', path)
    const change = { ...profile, clinicAdmin: false, operator: true }
    expect((await asSuper('PUT', 'permissionProfile', change)).status).toBe(200)
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('a')
    await expect(users).toHaveCount(0)
  })
})
