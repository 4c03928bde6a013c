import type { Page } from '@playwright/test'
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  dialogSelector,
} from '../support/fixtures.ts'
import { createBarrier } from '../support/barrier.ts'
import { hasDcmtk, noDcmtk, startStorescp } from '../../apps/server/src/testing/dicom/dcmtk.ts'
import { test, type SignedInClinic } from '../support/signed-in-clinic.ts'
import {
  button,
  createDicomServer,
  expectFieldMessage,
  row,
  serverForm,
  toast,
} from '../pages/dicom-servers-page.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { openPage } from '../support/navigate.ts'
import type { Translate } from '../support/i18n-texts.ts'

interface DicomFlow {
  readonly page: Page
  readonly clinic: SignedInClinic
  readonly t: Translate
}

async function manageServers({ page, t, clinic }: DicomFlow) {
  await openPage(page, 'settings/dicom-servers')
  await expect(page.getByText(t('settings:dicomServer.emptyTitle'))).toBeVisible()
  await button(page, t('settings:dicomServer.create')).click()
  const created = serverForm(page, t, 'create')
  await expect(created.field('name')).toBeFocused()
  await expect(created.field('port')).toHaveValue('104')
  await expect(created.field('localAeTitle')).toHaveValue(clinic.aeTitle)
  await created.press('common:action.cancel')
  await expect(created.form).toHaveCount(0)

  await test.step('by keyboard', async () => {
    await button(page, t('settings:dicomServer.create')).focus()
    await page.keyboard.press('Enter')
    await expect(created.field('name')).toBeFocused()
    await page.keyboard.type('Archive A')
    await page.keyboard.press('Tab')
    await page.keyboard.type('PACS')
    await page.keyboard.press('Tab')
    await page.keyboard.type('a.clinic.example')
    await page.keyboard.press('Enter')
    await expect(created.form).toHaveCount(0)
    await expect(row(page, 'Archive A')).toHaveAttribute('aria-selected', 'true')
    await expect(button(page, t('settings:dicomServer.create'))).toBeFocused()
  })
  await createDicomServer(page, t, { name: 'Archive B', host: 'b.clinic.example' })
  await createDicomServer(page, t, { name: 'Archive C', host: 'c.clinic.example' })
  await expect(row(page, 'Archive C')).toHaveAttribute('aria-selected', 'true')

  await row(page, 'Archive B').dblclick()
  const { form, field, press } = serverForm(page, t, 'edit')
  await field('host').fill('moved.clinic.example')
  await field('port').fill('2762')
  await form.getByRole('checkbox', { name: t('settings:dicomServer.tls') }).check()
  await form.getByRole('checkbox', { name: t('settings:dicomServer.autoSend') }).check()
  await press('common:action.save')
  await expect(form).toHaveCount(0)
  await expect(row(page, 'moved.clinic.example')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'Archive B')).toContainText('2762')
  await expect(row(page, 'Archive B').getByText(t('common:answer.yes'))).toHaveCount(2)

  await button(page, t('common:action.delete')).click()
  const question = dialog(page, t('settings:dicomServer.deleteTitle'))
  await question.getByRole('button', { name: t('common:action.cancel'), exact: true }).click()
  await expect(row(page, 'Archive B')).toBeVisible()
  await button(page, t('common:action.delete')).click()
  await question.getByRole('button', { name: t('common:action.delete'), exact: true }).click()
  await expect(toast(page, t('common:form.deleted', { name: 'Archive B' }))).toBeVisible()
  await expect(row(page, 'Archive B')).toHaveCount(0)
  await expect(row(page, 'Archive A')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'Archive C')).toHaveAttribute('aria-selected', 'false')
}

async function testUnsavedValues({ page, t }: DicomFlow) {
  test.skip(!hasDcmtk, noDcmtk)
  const archive = await startStorescp()
  await openPage(page, 'settings/dicom-servers')
  await createDicomServer(page, t, { name: 'Tested', host: 'a.clinic.example' })
  await row(page, 'Tested').dblclick()
  const { form, field, press } = serverForm(page, t, 'edit')
  await field('host').fill('127.0.0.1')
  await field('port').fill(String(archive.port))
  await press('settings:dicomServer.test')
  await expect(toast(page, t('settings:dicomServer.testDone'))).toBeVisible()

  await press('common:action.cancel')
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Tested')).toContainText('a.clinic.example')
  await archive.close()
}

test.describe('DICOM servers, in French', () => {
  test.use({ language: 'fr' })

  test('DICOM servers are created, changed, deleted and tested', async ({ page, clinic, t }) => {
    const flow = { page, clinic, t }
    await test.step('a DICOM server is created, also by keyboard, changed and deleted, and the selection follows', () =>
      manageServers(flow))
    await test.step('the connection test of a DICOM server uses the values in the form, saved or not', () =>
      testUnsavedValues(flow))
  })
})

async function failTest({ page, t }: DicomFlow) {
  await openPage(page, 'settings/dicom-servers')
  // No server listens on this port.
  await createDicomServer(page, t, { name: 'Unreachable', host: '127.0.0.1' })
  await row(page, 'Unreachable').dblclick()
  const { form, field } = serverForm(page, t, 'edit')
  const above = button(page, t('settings:dicomServer.test'))
  await field('port').fill('9')
  const failed = async (press: Promise<void>) => {
    const [reply] = await Promise.all([page.waitForResponse('**/api/dicomServer/test'), press])
    expect(reply.ok()).toBe(false)
    return ((await reply.json()) as { message: string }).message
  }
  const inForm = form.getByRole('button', { name: t('settings:dicomServer.test'), exact: true })
  const message = await failed(inForm.click())
  await expect(form.getByRole('alert')).toHaveText(message)
  await expectAccessible(page)
  await form.getByRole('button', { name: t('common:action.save'), exact: true }).click()
  await expect(form).toHaveCount(0)
  const again = await failed(above.click())
  await expect(page.getByRole('alert')).toHaveText(`Unreachable: ${again}`)

  await test.step('a slow test', async () => {
    const response = createBarrier()
    await page.route('**/api/dicomServer/test', async (route) => {
      await response.opened
      await route.fulfill({ status: 204 })
    })
    await above.click()
    await expect(button(page, t('settings:test.running'))).toBeVisible()
    await expect(page.getByRole('button', { name: /^Testing… [2-9] s$/u })).toBeVisible()
    response.open()
    await expect(above).toBeVisible()
    await expect(toast(page, 'Test sent successfully')).toBeVisible()
  })
}

async function checkForm({ page, t }: DicomFlow) {
  const { form, field, press } = serverForm(page, t, 'create')
  const create = button(page, t('settings:dicomServer.create'))
  await openPage(page, 'settings/dicom-servers')
  await test.step('Delete without a selection asks for one', async () => {
    await button(page, t('common:action.delete')).click()
    await expect(toast(page, 'Missing a selected server')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await createDicomServer(page, t, { name: 'Archive', host: 'a.clinic.example' })
  await test.step('typed text is restored after Escape', async () => {
    await create.click()
    await field('host').fill('half.typed')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await waitForDeliberatePress(page)
    await create.click()
    await expect(field('host')).toHaveValue('half.typed')
    await expect(form.getByText(t('common:form.restored'))).toBeVisible()
  })

  await test.step('required fields', async () => {
    await field('host').fill('')
    await field('port').fill('')
    await field('localAeTitle').fill(' ')
    await field('name').press('Enter')
    for (const key of ['name', 'aeTitle', 'host', 'port', 'localAeTitle'])
      await expectFieldMessage(page, t(`settings:dicomServer.${key}`), t('errors:field/required'))
    await expect(field('name')).toBeFocused()
  })

  await test.step('invalid fields', async () => {
    await field('name').fill('Archive')
    await field('aeTitle').fill('back\\slash')
    await field('host').fill('b.clinic.example')
    await field('port').fill('70000')
    await field('localAeTitle').fill('TALUS')
    await field('localAeTitle').press('Enter')
    await expectFieldMessage(page, t('settings:dicomServer.aeTitle'), t('errors:field/ae-title'))
    await expectFieldMessage(page, t('settings:dicomServer.port'), t('errors:field/port'))
    await expect(field('aeTitle')).toBeFocused()
  })

  await test.step('values that the server refuses', async () => {
    await field('aeTitle').fill('PACS')
    await field('port').fill('104')
    const [reply] = await Promise.all([
      page.waitForResponse('**/api/dicomServer'),
      press('common:action.create'),
    ])
    const { message } = (await reply.json()) as { message: string }
    await expectFieldMessage(page, t('settings:dicomServer.name'), message)
    await expect(form).toBeVisible()
  })
}

test.describe('DICOM servers', () => {
  test.use({ language: 'en' })

  test('the DICOM server form shows errors, and the reason of a failed connection test', async ({
    page,
    clinic,
    t,
  }) => {
    const flow = { page, clinic, t }
    await test.step('a failed connection test shows its reason in the form and above the list; a slow one counts the seconds', () =>
      failTest(flow))
    await test.step('the DICOM server form shows errors at their fields, and restores typed text after Escape', () =>
      checkForm(flow))
  })
})

for (const { layout, language, scheme } of [
  { layout: 'desktop', language: 'en', scheme: 'dark' },
  { layout: '@phone-only', language: 'fr', scheme: 'light' },
] as const) {
  test.describe(`${language}, ${scheme}, ${layout}`, () => {
    test.use({ language, scheme })

    test('axe finds no violations in the DICOM servers and the forms', async ({ page, t }) => {
      test.slow()
      await page.goto('settings/dicom-servers')
      await createDicomServer(page, t, { name: 'Archive', host: 'a.clinic.example' })
      await expect(row(page, 'Archive')).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)

      await button(page, t('settings:dicomServer.create')).click()
      const { form, field } = serverForm(page, t, 'create')
      await field('name').press('Enter')
      await expectFieldMessage(page, t('settings:dicomServer.name'), t('errors:field/required'))
      await expectAccessible(page, dialogSelector)
      await expectNoHorizontalScroll(page)
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)

      await button(page, t('common:action.delete')).click()
      await expect(dialog(page, t('settings:dicomServer.deleteTitle'))).toBeVisible()
      await expectAccessible(page, dialogSelector)
    })
  })
}
