import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertOctagon, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { formatCaseNumber, formatPatientName, mayActOnCase } from '@talus/contract'
import type { CaseDetail, CriticalFinding } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseNoticeMutations } from '../../../api/records/case-notices.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { useOneRunOfRows } from '../../../ui/buttons/one-run.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import styles from './critical.module.css'

/** The critical findings of a case, and who of the clinic has acknowledged each. */
export function CriticalNote({ radCase }: { readonly radCase: CaseDetail }) {
  const runOnce = useOneRunOfRows()
  return radCase.criticalFindings.map((finding) => (
    <FindingNote key={finding.id} {...{ radCase, finding, runOnce }} />
  ))
}

interface FindingNoteProps {
  readonly radCase: CaseDetail
  readonly finding: CriticalFinding
  readonly runOnce: ReturnType<typeof useOneRunOfRows>
}

function FindingNote({ radCase, finding, runOnce }: FindingNoteProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const timeZone = useCaseZone()
  const acknowledge = useMutation(caseNoticeMutations.acknowledge)
  const { text, authorName, createdOn, acknowledgedOn, acknowledgedByName } = finding
  const mayAcknowledge = acknowledgedOn === null && mayActOnCase(actor, 'acknowledge', radCase)
  return (
    <div
      className={styles.note}
      data-acknowledged={acknowledgedOn !== null || undefined}
      role={acknowledgedOn === null ? 'alert' : 'status'}
    >
      <Icon icon={IconAlertOctagon} size="xl" />
      <div className={styles.text} tabIndex={0} role="group" aria-label={t('cases:critical')}>
        <strong>{t('cases:critical')}</strong> · {text}{' '}
        <span className={styles.author}>
          {authorName} · {formatDateTime(createdOn, timeZone)}
        </span>
      </div>
      {acknowledgedOn !== null ? (
        <span className={styles.state}>
          <Icon icon={IconCircleCheck} />
          {t('caseReading:critical.acknowledged', {
            name: acknowledgedByName,
            time: formatDateTime(acknowledgedOn, timeZone),
          })}
        </span>
      ) : mayAcknowledge ? (
        <Button
          color="red"
          loading={acknowledge.isPending}
          onClick={() =>
            void runOnce(() =>
              acknowledge.mutateAsync({ params: { id: radCase.id, findingId: finding.id } }),
            )
          }
        >
          {t('caseReading:critical.acknowledge')}
          <VisuallyHidden>
            : {formatPatientName(t, radCase.patientName)}, {formatCaseNumber(radCase.id)}
          </VisuallyHidden>
        </Button>
      ) : (
        <span className={styles.state}>
          <Icon icon={IconClock} />
          {t('caseReading:critical.waiting')}
        </span>
      )}
    </div>
  )
}
