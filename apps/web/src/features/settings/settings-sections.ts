import {
  IconBuildingCommunity,
  IconBuildingHospital,
  IconDownload,
  IconHistory,
  IconInfoCircle,
  IconListCheck,
  IconMail,
  IconNetwork,
  IconSend2,
  IconServer,
  IconAdjustmentsHorizontal,
  IconStethoscope,
  IconUsers,
} from '@tabler/icons-react'
import { can, settingsSectionsOf } from '@talus/contract'
import type { Actor, SettingsSection, Variant } from '@talus/contract'

export type Section = SettingsSection | 'dicom-queue' | 'protocols' | 'preferences' | 'about'

export const sectionIcons = {
  clinic: IconBuildingHospital,
  clinics: IconBuildingCommunity,
  users: IconUsers,
  doctors: IconStethoscope,
  protocols: IconListCheck,
  'dicom-servers': IconServer,
  'dicom-queue': IconSend2,
  email: IconMail,
  'dicom-info': IconNetwork,
  'bulk-download': IconDownload,
  audit: IconHistory,
  preferences: IconAdjustmentsHorizontal,
  about: IconInfoCircle,
} satisfies Record<Section, unknown>

/** Beside the servers; whoever may send sees what became of it, whether he may set them up or not. */
const beforeQueue: readonly Section[] = ['dicom-servers']
const beforeProtocols: readonly Section[] = ['clinic', 'clinics', 'users', 'doctors']

/** Those the person may see, and at the end those that everybody has. */
export function sectionsOf(actor: Pick<Actor, 'flags'>, variant: Variant): readonly Section[] {
  const own: readonly Section[] = settingsSectionsOf(actor, variant)
  const queue: readonly Section[] = can(actor, 'image.dicom-forms') ? ['dicom-queue'] : []
  const protocols: readonly Section[] = can(actor, 'study.capture') ? ['protocols'] : []
  const early = [...beforeProtocols, ...beforeQueue]
  return [
    ...own.filter((section) => beforeProtocols.includes(section)),
    ...protocols,
    ...own.filter((section) => beforeQueue.includes(section)),
    ...queue,
    ...own.filter((section) => !early.includes(section)),
    'preferences',
    'about',
  ]
}

/** The section that an address names, else the first of the person's own. */
export const sectionIn = (sections: readonly Section[], wanted: string | undefined): Section =>
  sections.find((section) => section === wanted) ?? sections[0] ?? 'preferences'
