import type { Page } from '@playwright/test'
import { openPage } from '../support/navigate.ts'
import { field, findRow } from '../support/clinic-fixture.ts'
import type { Translate } from '../support/i18n-texts.ts'

/** The permission flags of a user, in the order of the form. */
export const permissionFlags = [
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

/** All buttons above the list of users. */
export const userActions = ['Edit', 'Permissions', 'Disable', 'Assign clinics', 'Delete'] as const

export const userLabel = (t: Translate, name: string, values?: Record<string, string>) =>
  t(`settings:user.${name}`, values)

export const flagField = (container: Parameters<typeof field>[0], t: Translate, flag: string) =>
  field(container, t(`settings:flag.${flag}.name`))

/** Opens the list of users and selects one of them. */
export async function selectUser(page: Page, username: string) {
  await openPage(page, 'settings/users')
  await (await findRow(page, username)).click()
}
