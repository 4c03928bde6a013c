import { Button } from '@mantine/core'
import { IconAlertOctagon, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseNoticeMutations } from '../../../api/records/case-notices.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import styles from './critical.module.css'

/** The critical finding of a case, and who of the clinic has acknowledged it. */
export function CriticalNote({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const actor = useActor()
  const timeZone = useClinicZone()
  const acknowledge = useMutation(caseNoticeMutations.acknowledge)
  const { id, criticalText, criticalOn, acknowledgedOn, acknowledgedByName } = radCase
  if (criticalOn === null) return null
  const mayAcknowledge = acknowledgedOn === null && mayActOnCase(actor, 'acknowledge', radCase)
  return (
    <div
      className={styles.note}
      data-acknowledged={acknowledgedOn !== null || undefined}
      role={acknowledgedOn === null ? 'alert' : 'status'}
    >
      <Icon icon={IconAlertOctagon} size="xl" />
      <p>
        <strong>{t('cases:critical')}</strong> · {formatDateTime(criticalOn, timeZone)}
        <br />
        {criticalText}
      </p>
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
          onClick={() => acknowledge.mutate({ params: { id } })}
        >
          {t('caseReading:critical.acknowledge')}
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
