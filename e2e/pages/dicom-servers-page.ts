import type { Page } from '@playwright/test'
import { dialog, expect } from '../support/fixtures.ts'
import type { createTranslator } from '../support/i18n-texts.ts'

type Translate = ReturnType<typeof createTranslator>

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const toast = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true })

/** Checks the error message of one field; the footer of the form only lists the missing fields. */
export const expectFieldMessage = (page: Page, label: string, message: string) =>
  expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(
    new RegExp(message.replaceAll(/[()]/gu, '.'), 'u'),
  )

interface DicomServer {
  readonly name: string
  readonly host: string
  readonly aeTitle?: string
}

export function serverForm(page: Page, t: Translate, title: 'create' | 'edit') {
  const form = dialog(page, t(`settings:dicomServer.${title}`))
  const field = (key: string) =>
    form.getByRole('textbox', { name: t(`settings:dicomServer.${key}`) })
  const press = (key: string) => form.getByRole('button', { name: t(key), exact: true }).click()
  return { form, field, press }
}

export async function createDicomServer(
  page: Page,
  t: Translate,
  { name, host, aeTitle = 'PACS' }: DicomServer,
) {
  await button(page, t('settings:dicomServer.create')).click()
  const { form, field, press } = serverForm(page, t, 'create')
  await field('name').fill(name)
  await field('aeTitle').fill(aeTitle)
  await field('host').fill(host)
  await press('common:action.create')
  await expect(form).toHaveCount(0)
}
