import type { Page } from '@playwright/test'
import { dialog, expect } from './fixtures.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const toast = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true })

/** The foot of the form says what is missing; this says what is wrong with one field. */
export const faultAt = (page: Page, label: string, fault: string) =>
  expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(
    new RegExp(fault.replaceAll(/[()]/gu, '.'), 'u'),
  )

interface Server {
  readonly name: string
  readonly host: string
  readonly aeTitle?: string
}

export function serverForm(page: Page, t: Words, title: 'create' | 'edit') {
  const form = dialog(page, t(`settings:dicomServer.${title}`))
  const field = (key: string) =>
    form.getByRole('textbox', { name: t(`settings:dicomServer.${key}`) })
  const press = (key: string) => form.getByRole('button', { name: t(key), exact: true }).click()
  return { form, field, press }
}

export async function createServer(page: Page, t: Words, { name, host, aeTitle = 'PACS' }: Server) {
  await button(page, t('settings:dicomServer.create')).click()
  const { form, field, press } = serverForm(page, t, 'create')
  await field('name').fill(name)
  await field('aeTitle').fill(aeTitle)
  await field('host').fill(host)
  await press('common:action.create')
  await expect(form).toHaveCount(0)
}
