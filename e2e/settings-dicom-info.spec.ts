import { expect } from './fixtures.ts'
import { test } from './own-clinic.ts'
import { button, toast } from './settings-forms.ts'

test.describe('Dicom Info', () => {
  test.use({ language: 'en' })

  test('shows what others enter, to be copied', async ({ page, context, t, clinic }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [reply] = await Promise.all([
      page.waitForResponse('**/api/dicomInfo'),
      page.goto('settings/dicom-info'),
    ])
    const info = (await reply.json()) as Record<string, string | number>
    const value = (label: string) =>
      page
        .getByRole('definition')
        .filter({ has: button(page, t('common:copy.one', { what: label })) })
    await expect(value('Host')).toHaveText(String(info['host']))
    await expect(value('IP address')).toHaveText(/^\d+\.\d+\.\d+\.\d+$/u)
    await expect(value('AE title')).toHaveText('TALUS')
    await expect(value('Port')).toHaveText(String(info['port']))
    await expect(value('Port (TLS)')).toHaveText(String(info['tlsPort']))
    await expect(value('AE title of the clinic')).toContainText(clinic.aeTitle)
    await expect(value('AE title of the clinic')).toContainText(clinic.name)

    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await button(page, t('common:copy.one', { what: 'IP address' })).click()
    await expect(toast(page, t('common:copy.done', { what: 'IP address' }))).toBeVisible()
    expect(await clipboard()).toBe(info['ipAddress'])
    await button(page, t('common:copy.all')).click()
    await expect.poll(clipboard).toContain(`Port (TLS): ${String(info['tlsPort'])}`)
  })

  test('offers no copying where the browser has no clipboard', async ({ page }) => {
    // As on a page that came by plain http over the clinic's network.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    )
    await page.goto('settings/dicom-info')
    await expect(page.getByText('TALUS', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Copy/u })).toHaveCount(0)
  })
})
