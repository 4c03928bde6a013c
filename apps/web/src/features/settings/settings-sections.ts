import {
  IconBuildingCommunity,
  IconBuildingHospital,
  IconDatabaseExport,
  IconDownload,
  IconFileText,
  IconHistory,
  IconInfoCircle,
  IconLayoutBoardSplit,
  IconListCheck,
  IconListDetails,
  IconKey,
  IconMail,
  IconNetwork,
  IconScan,
  IconSend2,
  IconServer,
  IconAdjustmentsHorizontal,
  IconStethoscope,
  IconUsers,
} from '@tabler/icons-react'
import { can, getSettingsSections } from '@talus/contract'
import type { Actor, SettingsSection, Variant } from '@talus/contract'

export type SectionName =
  | SettingsSection
  | 'dicom-queue'
  | 'protocols'
  | 'layouts'
  | 'reports'
  | 'set-up'
  | 'preferences'
  | 'about'

export const sectionIcons = {
  clinic: IconBuildingHospital,
  clinics: IconBuildingCommunity,
  users: IconUsers,
  doctors: IconStethoscope,
  devices: IconScan,
  protocols: IconListCheck,
  layouts: IconLayoutBoardSplit,
  reports: IconFileText,
  'dicom-servers': IconServer,
  'dicom-queue': IconSend2,
  'dicom-access': IconKey,
  email: IconMail,
  'dicom-info': IconNetwork,
  'bulk-download': IconDownload,
  backup: IconDatabaseExport,
  audit: IconHistory,
  'set-up': IconListDetails,
  preferences: IconAdjustmentsHorizontal,
  about: IconInfoCircle,
} satisfies Record<SectionName, unknown>

/** The queue follows the servers; users who may send see it even if they may not set up servers. */
const beforeQueue: readonly SectionName[] = ['dicom-servers']
const beforeProtocols: readonly SectionName[] = ['clinic', 'clinics', 'users', 'doctors', 'devices']

/** Lists the sections that the user may see; those for all users come last. */
export function listSections(
  actor: Pick<Actor, 'flags'>,
  variant: Variant,
): readonly SectionName[] {
  const own: readonly SectionName[] = getSettingsSections(actor, variant)
  const queue: readonly SectionName[] = can(actor, 'image.dicom-forms') ? ['dicom-queue'] : []
  const protocols: readonly SectionName[] = can(actor, 'study.capture') ? ['protocols'] : []
  const layouts: readonly SectionName[] = can(actor, 'clinic.edit') ? ['layouts'] : []
  const reports: readonly SectionName[] = can(actor, 'report.read-texts') ? ['reports'] : []
  const setUp: readonly SectionName[] = can(actor, 'set-up.manage') ? ['set-up'] : []
  const early = [...beforeProtocols, ...beforeQueue]
  return [
    ...own.filter((section) => beforeProtocols.includes(section)),
    ...protocols,
    ...layouts,
    ...reports,
    ...own.filter((section) => beforeQueue.includes(section)),
    ...queue,
    ...own.filter((section) => !early.includes(section)),
    ...setUp,
    'preferences',
    'about',
  ]
}

/** Finds the section that the URL names, else the first one the user may see. */
export const findSection = (
  sections: readonly SectionName[],
  requested: string | undefined,
): SectionName => sections.find((section) => section === requested) ?? sections[0] ?? 'preferences'
