import { Button } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconMessageQuestion,
  IconPhoto,
  IconTextPlus,
} from '@tabler/icons-react'
import { can, formatCaseNumber, mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseMutations } from '../../../api/records/case.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatClockTime } from '../../../ui/format/dates.ts'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { confirmTake } from '../shared/confirm-take.ts'
import { DueChip } from '../shared/due-chip.tsx'
import { PriorityBadge } from '../shared/priority-badge.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { useNow } from '../shared/use-now.ts'
import { CriticalTick } from './critical-tick.tsx'
import { useCaseDialogs } from './use-case-dialogs.ts'
import { useNextCase } from './use-next-case.ts'
import { usePresence } from './use-presence.ts'
import styles from './reading.module.css'

interface CaseBarProps {
  readonly radCase: CaseDetail
}

/** The state of the case and the actions that its user may do now. */
export function CaseBar({ radCase }: CaseBarProps) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <div className={styles.bar}>
      <div className={styles.barFacts}>
        <strong className={styles.barName}>{radCase.patientName}</strong>
        <span>{formatCaseNumber(radCase.id)}</span>
        <StatusBadge status={radCase.status} />
        <PriorityBadge priority={radCase.priority} />
        <DueChip radCase={radCase} now={now} />
        {radCase.radiologistId === null && radCase.requestedRadiologistName !== '' ? (
          <Badge tone="amber">
            {t('cases:requested', { name: radCase.requestedRadiologistName })}
          </Badge>
        ) : null}
        {radCase.isTest ? <Badge>{t('cases:test')}</Badge> : null}
        <Presence radCase={radCase} />
      </div>
      <BarActions radCase={radCase} />
    </div>
  )
}

function Presence({ radCase }: CaseBarProps) {
  const { t } = useTranslation()
  const others = usePresence(radCase.id)
  const timeZone = useClinicZone()
  return others.map(({ userId, name, since }) => (
    <Badge key={userId} tone="amber">
      {t('caseReading:presence', { name, time: formatClockTime(new Date(since), timeZone) })}
    </Badge>
  ))
}

function BarActions({ radCase }: CaseBarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actor = useActor()
  const dialogs = useCaseDialogs(radCase)
  const take = useRecordMutation(caseMutations.take)
  const may = (action: Parameters<typeof mayActOnCase>[1]) => mayActOnCase(actor, action, radCase)
  const openNext = useNextCase(radCase)
  useShortcuts([
    {
      keys: 'F8',
      label: t('caseReading:action.next'),
      group: t('shell:title.editcases'),
      worksIn: ['textField'],
      isOnce: true,
      when: openNext !== undefined,
      run: () => openNext?.(),
    },
  ])
  const isRadiologist = can(actor, 'case.view-as-radiologist')
  const { id } = radCase
  return (
    <div className={styles.barActions} data-reader={isRadiologist || undefined}>
      <Button
        variant="default"
        title={t('caseReading:action.back')}
        leftSection={<Icon icon={IconArrowLeft} />}
        onClick={() => void navigate('/cases')}
      >
        <span className={styles.roomyLabel}>{t('caseReading:action.back')}</span>
      </Button>
      {isRadiologist && radCase.imageIds.length > 0 ? (
        <Button
          variant="default"
          title={t('caseReading:action.viewRadiographs')}
          leftSection={<Icon icon={IconPhoto} />}
          onClick={() => void navigate(`/caseviewer?caseId=${String(id)}`)}
        >
          <span className={styles.roomyLabel}>{t('caseReading:action.viewRadiographs')}</span>
        </Button>
      ) : null}
      {may('requestMore') ? (
        <Button
          variant="default"
          leftSection={<Icon icon={IconMessageQuestion} />}
          onClick={dialogs.ask}
        >
          {t('caseReading:action.requestMore')}
        </Button>
      ) : null}
      {may('reportCritical') ? (
        <CriticalTick radCase={radCase} onReport={dialogs.critical} />
      ) : null}
      {may('release') ? (
        <Button variant="default" onClick={dialogs.release}>
          {t('cases:action.release')}
        </Button>
      ) : null}
      {openNext ? (
        <Button variant="default" rightSection={<Icon icon={IconArrowRight} />} onClick={openNext}>
          {t('caseReading:action.next')}
        </Button>
      ) : null}
      {may('addendum') ? (
        <>
          <Button
            variant="default"
            onClick={() => void navigate(`/casereport?caseId=${String(id)}`)}
          >
            {t('shell:title.casereport')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon icon={IconTextPlus} />}
            onClick={() => void navigate('#addendum', { replace: true })}
          >
            {t('caseReading:addendum.title')}
          </Button>
        </>
      ) : null}
      {may('take') ? (
        <Button
          onClick={() => {
            const fields = { caseId: JSON.stringify(id), radiologistId: JSON.stringify(actor.id) }
            void confirmTake(t, [radCase], actor.id)
              // The server says who was faster.
              .then((isConfirmed) => (isConfirmed ? take({ form: { fields } }) : undefined))
              .catch((error: unknown) => toast.error(error instanceof Error ? error.message : ''))
          }}
        >
          {t('cases:action.take')}
        </Button>
      ) : null}
    </div>
  )
}
