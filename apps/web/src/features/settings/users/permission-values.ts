import { noFlags, permissionFlags } from '@talus/contract'
import type { PermissionFlag } from '@talus/contract'
import i18next from 'i18next'

/** The root flag comes with the first user of a system and is never offered. */
export type OfferedFlag = Exclude<PermissionFlag, 'root'>
export const offeredFlags = permissionFlags.filter((flag) => flag !== 'root')

const { root: _root, ...none } = noFlags
export const noFlagValues = none

export const pickFlags = (values: Readonly<Record<OfferedFlag, boolean>>) =>
  offeredFlags.reduce((flags, flag) => ({ ...flags, [flag]: values[flag] }), noFlagValues)

export const getFlagLabels = (): Record<OfferedFlag, string> => ({
  report: i18next.t('settings:flag.report.name'),
  advancedTools: i18next.t('settings:flag.advancedTools.name'),
  dicomForms: i18next.t('settings:flag.dicomForms.name'),
  bulkDownload: i18next.t('settings:flag.bulkDownload.name'),
  doctorCase: i18next.t('settings:flag.doctorCase.name'),
  radiologistCase: i18next.t('settings:flag.radiologistCase.name'),
  clinicAdmin: i18next.t('settings:flag.clinicAdmin.name'),
  superAdmin: i18next.t('settings:flag.superAdmin.name'),
  contractSuperAdmin: i18next.t('settings:flag.contractSuperAdmin.name'),
  operator: i18next.t('settings:flag.operator.name'),
})
