import {
  IconBuildingHospital,
  IconDatabaseExport,
  IconDeviceTablet,
  IconLanguage,
  IconMail,
  IconScan,
  IconServer,
  IconUserShield,
} from '@tabler/icons-react'
import type { SetUpStep } from '@talus/contract'

export const stepIcons = {
  language: IconLanguage,
  clinic: IconBuildingHospital,
  administrator: IconUserShield,
  address: IconDeviceTablet,
  devices: IconScan,
  email: IconMail,
  'dicom-servers': IconServer,
  backup: IconDatabaseExport,
} satisfies Record<SetUpStep, unknown>
