import { Button } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { formatCaseNumber } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseNoticeMutations, caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useActor } from '../../api/session.ts'
import { can } from '@talus/contract'
import { Icon } from '../../ui/display/icon.tsx'
import { formatClockTime } from '../../ui/format/dates.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import styles from './notices.module.css'

/**
 * Critical findings of the clinic's cases. They stay on every page until a user of the clinic has
 * acknowledged them; radiologists report them and acknowledge none.
 */
export function CriticalBanner() {
  const actor = useActor()
  const isForClinic = can(actor, 'case.create') && !actor.flags.radiologistCase
  const { data: findings = [] } = useQuery({ ...caseNoticeQueries.critical, enabled: isForClinic })
  if (findings.length === 0) return null
  return (
    <WithTranslations namespace="caseNotices" height={48}>
      {findings.map((finding) => (
        <CriticalLine key={finding.id} finding={finding} />
      ))}
    </WithTranslations>
  )
}

type CriticalFinding = Awaited<
  ReturnType<NonNullable<(typeof caseNoticeQueries.critical)['queryFn']>>
>[number]

function CriticalLine({ finding }: { readonly finding: CriticalFinding }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const acknowledge = useMutation(caseNoticeMutations.acknowledge)
  const { id: findingId, caseId, patientName, text, createdOn, authorName } = finding
  return (
    <div className={styles.critical} role="alert">
      <Icon icon={IconAlertOctagon} size="xl" />
      <p>
        <strong>
          {t('caseNotices:critical.title', {
            patient: patientName,
            number: formatCaseNumber(caseId),
          })}
        </strong>{' '}
        {t('caseNotices:critical.by', {
          name: authorName,
          time: formatClockTime(new Date(createdOn)),
        })}
        <br />
        {text}
      </p>
      <Button variant="default" onClick={() => void navigate(`/editcases/${String(caseId)}`)}>
        {t('caseNotices:critical.open')}
      </Button>
      <Button
        color="red"
        loading={acknowledge.isPending}
        onClick={() => acknowledge.mutate({ params: { id: caseId, findingId } })}
      >
        {t('caseNotices:critical.acknowledge')}
      </Button>
    </div>
  )
}
