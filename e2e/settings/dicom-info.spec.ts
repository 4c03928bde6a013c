import { expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { test } from '../support/signed-in-clinic.ts'
import { button, toast } from '../pages/dicom-servers-page.ts'

test.describe('Dicom Info', () => {
  test.use({ language: 'en', scheme: 'light' })

  test('the DICOM info shows the values for other systems, with copy buttons where the browser has a clipboard', async ({
    page,
    context,
    t,
    clinic,
  }) => {
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
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await button(page, t('common:copy.one', { what: 'IP address' })).click()
    await expect(toast(page, t('common:copy.done', { what: 'IP address' }))).toBeVisible()
    expect(await clipboard()).toBe(info['ipAddress'])
    await button(page, t('common:copy.all')).click()
    await expect.poll(clipboard).toContain(`Port (TLS): ${String(info['tlsPort'])}`)

    await test.step('without a clipboard, as on a page loaded by plain HTTP from the network', async () => {
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      const goTo = (section: string) =>
        page.getByRole('link', { name: t(`settings:section.${section}`), exact: true }).click()
      await goTo('about')
      await expect(page.getByText(t('settings:about.text'))).toBeVisible()
      // The values come from the response headers of the server.
      for (const [label, header] of [
        ['serverName', 'x-server-name'],
        ['serverVersion', 'x-server-version'],
        ['environment', 'x-server-environment'],
      ] as const) {
        const headerValue = reply.headers()[header] ?? ''
        expect(headerValue, header).not.toBe('')
        const line = page.getByRole('term').getByText(t(`settings:about.${label}`), { exact: true })
        await expect(line.locator('xpath=following-sibling::dd')).toHaveText(headerValue)
      }
      await goTo('dicom-info')
      await expect(page.getByText('TALUS', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Copy/u })).toHaveCount(0)
    })
  })
})
