import { VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { can, formatCaseNumber, formatPatientName } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatClockTime } from '../../../ui/format/dates.ts'
import { DueChip } from '../shared/due-chip.tsx'
import { PriorityBadge } from '../shared/priority-badge.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { useNow } from '../shared/use-now.ts'
import { BarActions } from './bar-actions.tsx'
import { usePresence } from './use-presence.ts'
import styles from './case-bar.module.css'

interface CaseBarProps {
  readonly radCase: CaseDetail
}

/** The state of the case and the actions that its user may do now. No state moves the actions. */
export function CaseBar({ radCase }: CaseBarProps) {
  const { t } = useTranslation()
  const now = useNow()
  const isReader = can(useActor(), 'case.view-as-radiologist')
  const patientName = formatPatientName(t, radCase.patientName)
  return (
    <div className={styles.bar} data-reader={isReader || undefined}>
      <div className={styles.subject}>
        <strong className={styles.name} title={patientName}>
          {patientName}
        </strong>
        {isReader ? <ClinicName name={radCase.clinicName} /> : null}
      </div>
      <div
        className={styles.facts}
        tabIndex={0}
        role="group"
        aria-label={t('caseReading:part.state')}
      >
        <span>{formatCaseNumber(radCase.id)}</span>
        <StatusBadge status={radCase.status} />
        <PriorityBadge priority={radCase.priority} />
        <Presence radCase={radCase} />
        <DueChip radCase={radCase} now={now} />
        {radCase.radiologistId === null && radCase.requestedRadiologistName !== '' ? (
          <Badge tone="amber">
            {t('cases:requested', { name: radCase.requestedRadiologistName })}
          </Badge>
        ) : null}
        {radCase.isTest ? <Badge>{t('cases:test')}</Badge> : null}
      </div>
      <BarActions radCase={radCase} />
    </div>
  )
}

/** A radiologist reads cases of many clinics; the header of the page may name their own one. */
function ClinicName({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const title = t('common:labelled', { label: t('caseReading:field.clinic'), value: name })
  return (
    <span className={styles.clinic} title={title}>
      <VisuallyHidden>{t('caseReading:field.clinic')} </VisuallyHidden>
      {name}
    </span>
  )
}

/** The others who have the case open: their number, and their names on a wide screen. */
function Presence({ radCase }: CaseBarProps) {
  const { t } = useTranslation()
  const others = usePresence(radCase.id)
  const timeZone = useCaseZone()
  if (others.length === 0) return null
  const lines = others.map(({ userId, name, since }) => ({
    userId,
    text: t('caseReading:presence', { name, time: formatClockTime(new Date(since), timeZone) }),
  }))
  return (
    <span className={styles.presence} data-hint={lines.map(({ text }) => text).join(' · ')}>
      <Badge tone="amber" icon={<Icon icon={IconUsers} size="xs" />}>
        <span className={styles.count} aria-hidden>
          {others.length}
        </span>
        {lines.map(({ userId, text }) => (
          <span key={userId} className={styles.who}>
            {text}
          </span>
        ))}
      </Badge>
    </span>
  )
}
