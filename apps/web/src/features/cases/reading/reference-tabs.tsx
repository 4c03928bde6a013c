import type { CaseDetail } from '@talus/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getTabId, TabList } from '../../../ui/layout/tab-list.tsx'
import type { PanelHosts } from '../../../viewer/index.ts'
import { Attachments } from './attachments.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseMessages } from './case-messages.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import { PatientInfo } from './patient-info.tsx'
import { Radiographs } from './radiographs.tsx'
import styles from './reading-screen.module.css'

const tabs = ['request', 'measurements', 'priors', 'imageData'] as const
type Tab = (typeof tabs)[number]

interface ReferenceTabsProps {
  readonly radCase: CaseDetail
  /** Called with the elements in which the viewer shows the content of its panel. */
  readonly onHosts: (hosts: PanelHosts) => void
}

/** Everything that a radiologist looks up while reading. All tabs stay mounted for the viewer. */
export function ReferenceTabs({ radCase, onHosts }: ReferenceTabsProps) {
  const { t } = useTranslation()
  const id = useId()
  const [tab, setTab] = useState<Tab>('request')
  const measurements = useRef<HTMLDivElement>(null)
  const priors = useRef<HTMLDivElement>(null)
  const imageData = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (measurements.current && priors.current && imageData.current)
      onHosts({
        measurements: measurements.current,
        priors: priors.current,
        imageData: imageData.current,
      })
  }, [onHosts])
  const getPanelId = (one: Tab) => `${id}${one}-panel`
  const panel = (one: Tab) => ({
    id: getPanelId(one),
    className: styles.panel,
    role: 'tabpanel',
    tabIndex: 0,
    'aria-labelledby': getTabId(id, one),
    hidden: one !== tab,
  })
  return (
    <div className={styles.reference}>
      <div className={styles.tabs}>
        <TabList
          id={id}
          label={t('caseReading:reference.label')}
          tabs={tabs.map((name) => ({ name, content: t(`caseReading:reference.${name}`) }))}
          selected={tab}
          onSelect={setTab}
          getPanelId={getPanelId}
        />
      </div>
      <div {...panel('request')}>
        <PatientInfo radCase={radCase}>
          <CaseMessages radCase={radCase} />
        </PatientInfo>
        <Attachments radCase={radCase} />
        <Radiographs radCase={radCase} />
        <CaseHistory caseId={radCase.id} />
      </div>
      <div {...panel('measurements')}>
        <div ref={measurements} className={styles.host} />
      </div>
      <div {...panel('priors')}>
        <div ref={priors} className={styles.host} />
        <EarlierReports radCase={radCase} />
      </div>
      <div {...panel('imageData')}>
        <div ref={imageData} className={styles.host} />
      </div>
    </div>
  )
}
