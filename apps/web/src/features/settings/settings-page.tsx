import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { pageSettings } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { sectionContents } from './section-contents.ts'
import { sectionIcons, findSection, listSections } from './settings-sections.ts'
import type { SectionName } from './settings-sections.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './settings-page.module.css'

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
  const Content = sectionContents[section]
  return <Content />
}
