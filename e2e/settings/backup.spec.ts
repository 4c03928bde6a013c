import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { startServer } from '../../tools/testing/test-server.ts'
import type { TestServer } from '../../tools/testing/test-server.ts'
import { button, toast } from '../pages/dicom-servers-page.ts'
import {
  changeUser,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test as base,
} from '../support/fixtures.ts'
import { servers, setLocalServer } from '../support/servers.ts'

interface WorkerFixtures {
  /** A server of its own: a failed backup is shown to every administrator. */
  ownServer: TestServer
}

const test = base.extend<{ target: string }, WorkerFixtures>({
  ownServer: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
    async ({}, use) => {
      const server = await startServer({ PUBLIC_CALLS_PER_MINUTE: '100000' })
      setLocalServer(server.url, server.data)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  baseURL: async ({ ownServer: _server }, use) => {
    await use(servers.local.base)
  },
  // oxlint-disable-next-line eslint/no-empty-pattern -- as above
  target: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'talus e2e $target '))
    await use(folder)
    for (const path of [folder, `${folder}-away`]) await rm(path, { recursive: true, force: true })
  },
})

test.use({ user: 'super', language: 'en' })

/** The footer of a form and the header of the page cover what is scrolled below them. */
const expectUncovered = (locator: Locator) =>
  expect
    .poll(() =>
      locator.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) =>
          element.contains(document.elementFromPoint(left + 5, y)),
        )
      }),
    )
    .toBe(true)

test('a backup is set up, checked, made and listed, and its failure is shown to administrators', async ({
  page,
  t,
  target,
}) => {
  const field = (key: string) => page.getByRole('textbox', { name: t(`backup:form.${key}`) })
  const alert = button(page, t('shell:backup.button'))
  const now = button(page, t('backup:state.now'))
  const runs = page.getByRole('list', { name: t('backup:runs.title') })
  await page.goto('settings/backup')
  await expect(now).toHaveAttribute('aria-disabled', 'true')

  await test.step('the field of a missing folder says so, and a good one is checked', async () => {
    const check = button(page, t('backup:form.check'))
    await expect(check).toHaveAttribute('aria-disabled', 'true')
    await field('folder').fill(join(target, 'missing'))
    await check.click()
    await expect(field('folder')).toHaveAccessibleDescription(
      new RegExp('Is the drive connected', 'u'),
    )
    await expect(field('folder')).toBeFocused()
    await field('folder').fill(target)
    await page.mouse.move(700, 300)
    await page.mouse.wheel(0, -5000)
    await expect(now).toBeInViewport()
    await check.click()
    for (const key of ['usable', 'sameDisk'] as const)
      await expectUncovered(page.getByText(t(`backup:form.${key}`)))
    await page.getByRole('checkbox', { name: t('backup:form.acceptsDataDisk') }).check()
  })

  await test.step('encryption asks for a passphrase and says that it cannot be recovered', async () => {
    await expect(page.getByText(t('backup:form.plainText'))).toBeVisible()
    const box = page.getByRole('checkbox', { name: t('backup:form.isEncrypted') })
    await box.check()
    await expect(page.getByText(t('backup:form.encryptedText'))).toBeVisible()
    const passphrase = page.locator('input[name=passphrase]')
    await passphrase.fill('short')
    await button(page, t('common:action.save')).click()
    await expect(passphrase).toHaveAccessibleDescription(
      new RegExp(t('errors:backup/short-passphrase'), 'u'),
    )
    await expectAccessible(page)
    await passphrase.fill('four words that nobody guesses')
    const again = page.locator('input[name=passphraseAgain]')
    await again.fill('four words that nobody gueses')
    for (const name of ['common:action.save', 'backup:form.check']) {
      await button(page, t(name)).click()
      await expect(again).toHaveAccessibleDescription(
        new RegExp(t('backup:form.passphraseDiffers'), 'u'),
      )
      await expect(again).toBeFocused()
    }
    await again.fill('four words that nobody guesses')
  })

  await test.step('the schedule has the fields of its kind', async () => {
    const schedule = page.getByRole('combobox', { name: t('backup:form.schedule') })
    await schedule.selectOption('weekly')
    await expect(page.getByRole('combobox', { name: t('backup:form.weekday') })).toHaveValue('7')
    await schedule.selectOption('hours')
    await expect(page.getByRole('combobox', { name: t('backup:form.everyHours') })).toHaveValue('4')
    await schedule.selectOption('daily')
    await page.getByRole('combobox', { name: t('backup:form.time') }).selectOption('03:30')
    await button(page, t('common:action.save')).click()
    await expect(toast(page, t('common:form.saved'))).toBeVisible()
    await expect(page.getByText(t('backup:form.passphraseSet'))).toBeVisible()
    await expect(page.getByText(/^\d{4}-\d{2}-\d{2} 03:30$/u)).toBeVisible()
    await expect(page.getByRole('main').getByText(t('shell:backup.empty-target'))).toBeVisible()
    await expect(page.getByText(t('backup:state.allWell'))).toHaveCount(0)
  })

  await test.step('a backup that is started by hand is listed when it has ended', async () => {
    await now.click()
    await expect(runs.getByRole('listitem')).toHaveCount(1)
    await expect(runs).toContainText(t('backup:runs.state.done'), { timeout: 60_000 })
    const stored = page.getByRole('list', { name: t('backup:stored.title') })
    await expect(stored.getByRole('listitem')).toHaveCount(1)
    // The target of the test is on the disk of the data, which is never shown as well.
    await expect(page.getByText(t('backup:state.onDataDisk'))).toBeVisible()
    await expect(page.getByText(t('backup:state.allWell'))).toHaveCount(0)
    await expect(page.getByText(`npm run restore -- '${target}' --into`)).toBeVisible()
    await expect(alert).toHaveCount(0)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })

  await test.step('a drive that was disconnected is shown on the page and in the header', async () => {
    await rename(target, `${target}-away`)
    await now.click()
    await expect(page.getByRole('main').getByText(t('shell:backup.failed'))).toBeVisible()
    await expect(page.getByRole('main').getByText(/Talus tries again at/u)).toBeVisible()
    const again = button(page, t('backup:state.again'))
    await again.click()
    await expect(runs.getByText(t('backup:runs.state.failed'))).toHaveCount(2)
    await expect(again).toBeVisible()
    await expect(alert).toBeVisible()
    await page.goto('studylist')
    await alert.press('Enter')
    const panel = page.getByRole('dialog', { name: t('shell:backup.title') })
    await expect(panel).toContainText(t('shell:backup.failed'))
    await expect(panel).toContainText('Is the drive connected?')
    await expect(panel.getByRole('link', { name: t('shell:backup.open') })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(runs).toContainText(t('backup:runs.state.failed'))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(alert).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step('the administrator of one clinic sees the state, but not the settings', async () => {
    await changeUser(page, 'admin.en', t)
    await alert.click()
    const panel = page.getByRole('dialog', { name: t('shell:backup.title') })
    await expect(panel).toContainText(t('shell:backup.askRoot'))
    await page.keyboard.press('Escape')
    await page.goto('settings/about')
    await expect(page.getByRole('main').getByText(t('shell:backup.last'))).toBeVisible()
    await expect(
      page.getByRole('link', { name: t('settings:section.backup'), exact: true }),
    ).toHaveCount(0)
  })

  await test.step('a member of the staff sees nothing of it', async () => {
    await changeUser(page, 'staff.en', t)
    await expect(alert).toHaveCount(0)
  })
})
