import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { pageSettings } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { AboutSection } from './about-section.tsx'
import { AuditSection } from './audit/audit-section.tsx'
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
import { sectionIcons, findSection, listSections } from './settings-sections.ts'
import type { SectionName } from './settings-sections.ts'
import { UsersSection } from './users/users-section.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './settings-page.module.css'

const contents = {
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
  audit: AuditSection,
  preferences: PreferencesSection,
  about: AboutSection,
}

interface SettingsPageProps {
  /** The queue of images to be sent to DICOM servers. */
  readonly queue: ReactNode
  readonly protocols: ReactNode
  /** Letterhead, templates and macros of reports. */
  readonly reports: ReactNode
}

export function SettingsPage(props: SettingsPageProps) {
  const { t } = useTranslation()
  const { section: requested } = useParams()
  const sections = listSections(useActor(), pageSettings.variant)
  const section = findSection(sections, requested)
  // On a phone the sections are a scrolling row; the open section is scrolled into view.
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section])
  return (
    <div className={styles.page}>
      <nav className={styles.list} aria-label={t('settings:sections')}>
        {sections.map((name) => {
          const icon = sectionIcons[name]
          return (
            <Link
              key={name}
              ref={name === section ? current : null}
              to={`/settings/${name}`}
              className={styles.item ?? ''}
              aria-current={name === section ? 'page' : undefined}
            >
              <Icon icon={icon} />
              {t(`settings:section.${name}`)}
            </Link>
          )
        })}
      </nav>
      <div className={styles.content}>{renderSection(section, props)}</div>
    </div>
  )
}

function renderSection(section: SectionName, { queue, protocols, reports }: SettingsPageProps) {
  if (section === 'dicom-queue') return queue
  if (section === 'protocols') return protocols
  if (section === 'reports') return reports
  const Content = contents[section]
  return <Content />
}
