import type { Page } from '@playwright/test'
import { field, find } from './office.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>

/** What a user may be given, in the order of the form. */
export const flags = [
  'report',
  'advancedTools',
  'dicomForms',
  'bulkDownload',
  'doctorCase',
  'radiologistCase',
  'clinicAdmin',
  'superAdmin',
  'contractSuperAdmin',
  'operator',
] as const

/** The buttons above the users, of whoever has all of them. */
export const userActions = ['Edit', 'Permissions', 'Disable', 'Assign clinics', 'Delete'] as const

export const label = (t: Words, name: string, values?: Record<string, string>) =>
  t(`settings:user.${name}`, values)

export const flagField = (place: Parameters<typeof field>[0], t: Words, flag: string) =>
  field(place, t(`settings:flag.${flag}.name`))

/** Opens the users and selects one of them. */
export async function choose(page: Page, username: string) {
  await page.goto('settings/users')
  await (await find(page, username)).click()
}
