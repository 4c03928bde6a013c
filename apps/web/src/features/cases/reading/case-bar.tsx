import { Button } from '@mantine/core'
import {
  IconAlertOctagon,
  IconArrowLeft,
  IconArrowRight,
  IconMessageQuestion,
  IconPhoto,
} from '@tabler/icons-react'
import { can, formatCaseNumber, limits, mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseMutations } from '../../../api/records/case.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useActor } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatClockTime } from '../../../ui/format/dates.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { confirmTake } from '../shared/confirm-take.ts'
import { DueChip } from '../shared/due-chip.tsx'
import { PriorityBadge } from '../shared/priority-badge.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { useNow } from '../shared/use-now.ts'
import { openNoteDialog } from './note-dialog.tsx'
import { usePresence } from './use-presence.ts'
import styles from './reading.module.css'

interface CaseBarProps {
  readonly radCase: CaseDetail
  /** Undefined if the user does not write the report. */
  readonly onSubmit?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

/** The state of the case and the actions that its user may do now. */
export function CaseBar({ radCase, onSubmit, onNext }: CaseBarProps) {
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
      <BarActions radCase={radCase} onSubmit={onSubmit} onNext={onNext} />
    </div>
  )
}

function Presence({ radCase }: Pick<CaseBarProps, 'radCase'>) {
  const { t } = useTranslation()
  const others = usePresence(radCase.id)
  return others.map(({ userId, name, since }) => (
    <Badge key={userId} tone="amber">
      {t('caseReading:presence', { name, time: formatClockTime(new Date(since)) })}
    </Badge>
  ))
}

function useCaseDialogs(radCase: CaseDetail) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const ask = useRecordMutation(caseWorkMutations.requestMore)
  const release = useRecordMutation(caseMutations.release)
  const reportCritical = useRecordMutation(caseWorkMutations.reportCritical)
  const { id } = radCase
  return {
    ask: () =>
      openNoteDialog({
        title: t('caseReading:action.requestMore'),
        text: t('caseReading:ask.text', { clinic: radCase.clinicName }),
        label: t('caseReading:ask.note'),
        confirm: t('caseReading:ask.send'),
        draftKey: `case-question.${String(id)}`,
        max: limits.caseMessageMax,
        send: async (notes) => {
          await ask({ body: { caseId: id, notes, isRadiologist: true } })
          toast.done(t('caseReading:ask.done'))
          void navigate('/cases')
        },
      }),
    release: () =>
      openNoteDialog({
        title: t('cases:release.title'),
        text: t('cases:release.text'),
        label: t('cases:release.reason'),
        confirm: t('cases:action.release'),
        draftKey: `case-release.${String(id)}`,
        max: limits.caseReasonMax,
        isOptional: true,
        send: async (reason) => {
          await release({ params: { id }, body: { reason } })
          toast.done(t('cases:release.done', { count: 1 }))
          void navigate('/cases')
        },
      }),
    critical: () =>
      openNoteDialog({
        title: t('caseReading:critical.title'),
        text: t('caseReading:critical.text', { clinic: radCase.clinicName }),
        label: t('caseReading:critical.note'),
        confirm: t('caseReading:critical.send'),
        draftKey: `case-critical.${String(id)}`,
        max: limits.caseMessageMax,
        isDestructive: true,
        send: (text) => reportCritical({ params: { id }, body: { text } }),
      }),
  }
}

function BarActions({ radCase, onSubmit, onNext }: CaseBarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actor = useActor()
  const dialogs = useCaseDialogs(radCase)
  const take = useRecordMutation(caseMutations.take)
  const may = (action: Parameters<typeof mayActOnCase>[1]) => mayActOnCase(actor, action, radCase)
  const isRadiologist = can(actor, 'case.view-as-radiologist')
  const { id } = radCase
  return (
    <div className={styles.barActions}>
      <Button
        variant="default"
        leftSection={<Icon icon={IconArrowLeft} />}
        onClick={() => void navigate('/cases')}
      >
        {t('caseReading:action.back')}
      </Button>
      {isRadiologist && radCase.imageIds.length > 0 ? (
        <Button
          variant="default"
          leftSection={<Icon icon={IconPhoto} />}
          onClick={() => void navigate(`/caseviewer?caseId=${String(id)}`)}
        >
          {t('caseReading:action.viewRadiographs')}
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
        <Button
          variant="default"
          leftSection={<Icon icon={IconAlertOctagon} />}
          onClick={dialogs.critical}
        >
          {t('cases:critical')}
        </Button>
      ) : null}
      {may('release') ? (
        <Button variant="default" onClick={dialogs.release}>
          {t('cases:action.release')}
        </Button>
      ) : null}
      {onNext ? (
        <Button variant="default" rightSection={<Icon icon={IconArrowRight} />} onClick={onNext}>
          {t('caseReading:action.next')}
        </Button>
      ) : null}
      {onSubmit || may('addendum') ? (
        <Button variant="default" onClick={() => void navigate(`/casereport?caseId=${String(id)}`)}>
          {t('shell:title.casereport')}
        </Button>
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
      {onSubmit ? <Button onClick={onSubmit}>{t('caseReading:action.submit')}</Button> : null}
    </div>
  )
}
