import {
  IconBuildingCommunity,
  IconBuildingHospital,
  IconDownload,
  IconHistory,
  IconInfoCircle,
  IconMail,
  IconNetwork,
  IconServer,
  IconAdjustmentsHorizontal,
  IconStethoscope,
  IconUsers,
} from '@tabler/icons-react'
import { settingsSectionsOf } from '@talus/contract'
import type { Actor, SettingsSection, Variant } from '@talus/contract'

export type Section = SettingsSection | 'preferences' | 'about'

export const sectionIcons = {
  clinic: IconBuildingHospital,
  clinics: IconBuildingCommunity,
  users: IconUsers,
  doctors: IconStethoscope,
  'dicom-servers': IconServer,
  email: IconMail,
  'dicom-info': IconNetwork,
  'bulk-download': IconDownload,
  audit: IconHistory,
  preferences: IconAdjustmentsHorizontal,
  about: IconInfoCircle,
} satisfies Record<Section, unknown>

/** Those the person may see, and at the end those that everybody has. */
export const sectionsOf = (actor: Pick<Actor, 'flags'>, variant: Variant): readonly Section[] => [
  ...settingsSectionsOf(actor, variant),
  'preferences',
  'about',
]

/** The section that an address names, else the first of the person's own. */
export const sectionIn = (sections: readonly Section[], wanted: string | undefined): Section =>
  sections.find((section) => section === wanted) ?? sections[0] ?? 'preferences'
