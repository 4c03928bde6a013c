import { VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { CaseDetail } from '@talus/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { getTabId, TabList } from '../../../ui/layout/tab-list.tsx'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import type { PanelHosts } from '../../../viewer/index.ts'
import { Attachments } from './attachments.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseMessages } from './case-messages.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import { PatientInfo } from './patient-info.tsx'
import { Radiographs } from './radiographs.tsx'
import { useThreadRequest, useUnreadInThread } from './use-case-notices.ts'
import styles from './reading-screen.module.css'

const tabs = ['request', 'messages', 'measurements', 'priors', 'imageData'] as const
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
  const threadRequest = useThreadRequest(radCase.id)
  const [seenRequest, setSeenRequest] = useState<string>()
  if (threadRequest !== seenRequest) {
    setSeenRequest(threadRequest)
    if (threadRequest !== undefined) setTab('messages')
  }
  const unread = useUnreadInThread(radCase.id)
  const [isTyped, setTyped] = useState(false)
  useShortcuts([
    {
      keys: 'F9',
      label: t('caseReading:key.messages'),
      group: t('shell:title.editcases'),
      worksIn: ['textField'],
      run: () => setTab(tab === 'messages' ? 'request' : 'messages'),
    },
  ])
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
          tabs={tabs.map((name) => ({
            name,
            content:
              name === 'messages' ? (
                <MessagesTab unread={unread} isTyped={isTyped} />
              ) : (
                t(`caseReading:reference.${name}`)
              ),
          }))}
          selected={tab}
          onSelect={setTab}
          getPanelId={getPanelId}
        />
      </div>
      <div {...panel('request')}>
        <PatientInfo radCase={radCase} />
        <Attachments radCase={radCase} />
        <Radiographs radCase={radCase} />
        <CaseHistory caseId={radCase.id} />
      </div>
      <div {...panel('messages')}>
        <div className={styles.host}>
          <CaseMessages
            radCase={radCase}
            showRequest={tab === 'messages' ? `shown ${threadRequest ?? ''}` : undefined}
            onTyped={setTyped}
          />
        </div>
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

interface MessagesTabProps {
  readonly unread: number
  /** A typed message is kept in this browser, and would be forgotten behind another tab. */
  readonly isTyped: boolean
}

function MessagesTab({ unread, isTyped }: MessagesTabProps) {
  const { t } = useTranslation()
  const unsent = t('caseReading:reference.unsent')
  return (
    <span className={styles.messagesTab}>
      {t('caseReading:reference.messages')}
      {unread > 0 ? (
        <Badge tone="amber">
          <span aria-hidden>{unread}</span>
          <VisuallyHidden>{t('caseReading:reference.unread', { count: unread })}</VisuallyHidden>
        </Badge>
      ) : null}
      {isTyped ? (
        <span className={styles.unsent} title={unsent}>
          <Icon icon={IconPencil} size="sm" label={unsent} />
        </span>
      ) : null}
    </span>
  )
}
