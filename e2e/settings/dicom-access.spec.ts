import { hasDcmtk, noDcmtk } from '../../apps/server/src/testing/dicom/dcmtk.ts'
import { runProgram } from '../../apps/server/src/testing/network/run-program.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test as demoTest,
} from '../support/fixtures.ts'
import { test } from '../support/signed-in-clinic.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { servers } from '../support/servers.ts'
import { button, toast } from '../pages/dicom-servers-page.ts'

const studyQuery = ['-S', '-k', 'QueryRetrieveLevel=STUDY', '-k', 'StudyInstanceUID'] as const

for (const { layout, language, scheme } of [
  { layout: 'desktop', language: 'en', scheme: 'light' },
  { layout: '@phone-only', language: 'fr', scheme: 'dark' },
] as const) {
  test.describe(`${language}, ${scheme}, ${layout}`, () => {
    test.use({ language, scheme })

    test('a device that was refused is allowed with one press, and a program gets a key', async ({
      page,
      clinic,
      t,
    }) => {
      test.skip(!hasDcmtk, noDcmtk)
      test.slow()
      const [reply] = await Promise.all([
        page.waitForResponse('**/dicomReceiver?**'),
        page.goto('settings/dicom-access'),
      ])
      const clinicId = Number(new URL(reply.url()).searchParams.get('ClinicId'))
      const { port } = (await reply.json()) as { port: number }
      /** Whether dcmtk was served: it fails if it is not let in, or if its request is not accepted. */
      const call = async (program: 'echoscu' | 'findscu', calling: string) => {
        const peer = ['-aec', clinic.aeTitle, '-aet', calling, '127.0.0.1', port]
        const query = program === 'findscu' ? studyQuery : []
        return (await runProgram('.', program, ...query, ...peer)).code === 0
      }
      const attempt = (title: string) =>
        page.getByRole('listitem').filter({
          has: page.getByRole('button', { name: t('access:attempts.dismissNamed', { title }) }),
        })
      const dismiss = async (title: string) => {
        await button(page, t('access:attempts.dismissNamed', { title })).click()
        await expect(attempt(title)).toHaveCount(0)
      }
      const reason = (of: string) => t(`access:attempts.reason.${of}`)
      const api = async (method: string, path: string, body?: object) => {
        const sent = await fetch(`${servers.local.api}${path}`, {
          method,
          headers: { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body ?? {}),
        })
        expect(sent.ok).toBe(true)
        return sent
      }
      await expect(page.getByText(t('access:device.open'))).toBeVisible()

      await test.step('a query is refused as long as no device is listed, and is shown so', async () => {
        expect(await call('findscu', 'US_TWO')).toBe(false)
        expect(await call('echoscu', 'MONITOR')).toBe(true)
        await expect(attempt('US_TWO')).toContainText(reason('unlisted'))
        await expect(attempt('US_TWO')).not.toContainText(reason('accepted'))
        await expect(attempt('MONITOR')).toContainText(reason('accepted'))
        await expectAccessible(page)
        await dismiss('MONITOR')
      })

      await test.step('the first device in the list closes the clinic to others', async () => {
        await button(page, t('access:attempts.allowNamed', { title: 'US_TWO' })).click()
        const form = page.getByRole('form', { name: t('access:device.form') })
        await expect(form.getByText(t('access:device.firstNote'))).toBeVisible()
        const field = (name: string) => form.getByRole('textbox', { name })
        await expect(field(t('access:device.aeTitle'))).toHaveValue('US_TWO')
        await expect(field(t('access:device.network'))).toHaveValue('127.0.0.1')
        const mayQuery = form.getByRole('checkbox', { name: t('access:device.mayQuery') })
        await expect(mayQuery).toBeChecked()
        await expectAccessible(page, '[role=dialog]')
        await field(t('access:device.network')).fill('not an address')
        await field(t('access:device.network')).press('Enter')
        await expect(form.getByText(t('errors:field/network'))).toBeVisible()
        await field(t('access:device.network')).fill('127.0.0.1')
        await field(t('access:device.name')).press('Enter')
        await expect(toast(page, t('access:device.allowed', { title: 'US_TWO' }))).toBeVisible()
        await expect(page.getByText(t('access:device.closed'))).toBeVisible()
        await expect(page.getByText(t('access:attempts.none'))).toBeVisible()
      })

      await test.step('another device is refused and seen', async () => {
        expect(await call('findscu', 'US_TWO')).toBe(true)
        // It is allowed before its attempt is written.
        expect(await call('echoscu', 'QUICK')).toBe(false)
        const quick = { aeTitle: 'QUICK', network: '127.0.0.1', mayStore: true }
        const allowed = await api('POST', 'dicomDevice', { clinicId, ...quick })
        const { id } = (await allowed.json()) as { id: number }
        expect(await call('echoscu', 'STRANGER')).toBe(false)
        await expect(attempt('STRANGER')).toContainText(reason('unlisted'))
        await expect(attempt('QUICK')).toHaveCount(0)
        expect(await call('findscu', 'QUICK')).toBe(false)
        await expect(attempt('QUICK')).toContainText(reason('no-right'))
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
        await dismiss('QUICK')
        await dismiss('STRANGER')
        await api('DELETE', `dicomDevice/${id}`)
        await expect(page.getByText(t('access:attempts.none'))).toBeVisible()
      })

      await test.step('the certificate is downloaded, and the device removed', async () => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          button(page, t('access:connection.download')).click(),
        ])
        expect(download.suggestedFilename()).toBe('talus-dicom.crt')
        await button(page, t('access:device.removeNamed', { title: 'US_TWO' })).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('access:device.remove') })
          .click()
        await expect(page.getByText(t('access:device.empty'))).toBeVisible()
      })
    })
  })
}

demoTest.describe('keys of programs', () => {
  demoTest.use({ language: 'en', user: 'admin.en' })

  demoTest('a key is shown once, used and revoked', async ({ page, t }) => {
    await page.goto('settings/dicom-access')
    await button(page, t('access:account.create')).click()
    const form = page.getByRole('form', { name: t('access:account.form') })
    await form.getByRole('textbox', { name: t('access:account.name') }).fill('Reading service')
    await form.getByRole('textbox', { name: t('access:account.name') }).press('Enter')
    const key = await page.getByLabel(t('access:account.key'), { exact: true }).innerText()
    await expectAccessible(page, '[role=dialog]')
    const search = () =>
      fetch(`${servers.local.api}dicom-web/studies?limit=1`, {
        headers: { authorization: `Bearer ${key}` },
      })
    expect((await search()).status).toBe(200)
    await waitForDeliberatePress(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert')).toHaveText(t('access:account.keepFirst'))
    await page.getByRole('checkbox', { name: t('access:account.kept') }).check()
    await button(page, t('access:account.done')).click()
    await page.reload()
    await expect(page.getByText(/last used .* from 127\.0\.0\.1/u)).toBeVisible()
    await expect(page.getByText(key)).toHaveCount(0)
    await expectAccessible(page)
    await button(page, t('access:account.revokeNamed', { name: 'Reading service' })).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('access:account.revoke') })
      .click()
    await expect(
      toast(page, t('access:account.revoked', { name: 'Reading service' })),
    ).toBeVisible()
    expect((await search()).status).toBe(401)
  })
})
