import { AboutSection } from './about-section.tsx'
import { AuditSection } from './audit/audit-section.tsx'
import { BackupSection } from './backup/backup-section.tsx'
import { BulkDownloadSection } from './bulk-download/bulk-download-section.tsx'
import { ClinicSection } from './clinics/clinic-section.tsx'
import { ClinicsSection } from './clinics/clinics-section.tsx'
import { DevicesSection } from './devices/devices-section.tsx'
import { DicomAccessSection } from './dicom-access/dicom-access-section.tsx'
import { DicomInfoSection } from './dicom-servers/dicom-info-section.tsx'
import { DicomServersSection } from './dicom-servers/dicom-servers-section.tsx'
import { DoctorsSection } from './doctors/doctors-section.tsx'
import { EmailSection } from './email/email-section.tsx'
import { LayoutsSection } from './layouts/layouts-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { UsersSection } from './users/users-section.tsx'
import { SetUpOverview } from './set-up/set-up-overview.tsx'

/** The content of each section of the settings that this feature has itself. */
export const sectionContents = {
  clinic: ClinicSection,
  clinics: ClinicsSection,
  users: UsersSection,
  doctors: DoctorsSection,
  devices: DevicesSection,
  layouts: LayoutsSection,
  'dicom-servers': DicomServersSection,
  'dicom-access': DicomAccessSection,
  email: EmailSection,
  'dicom-info': DicomInfoSection,
  'bulk-download': BulkDownloadSection,
  backup: BackupSection,
  audit: AuditSection,
  'set-up': SetUpOverview,
  preferences: PreferencesSection,
  about: AboutSection,
}
