import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { formatCaseNumber, formatPatientName } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseNoticeMutations } from '../../api/records/case-notices.ts'
import type { caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useCaseZone } from '../../api/case-zone.ts'
import { useOneRunOfRows } from '../../ui/buttons/one-run.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import styles from './notices.module.css'

type CriticalFinding = Awaited<
  ReturnType<NonNullable<(typeof caseNoticeQueries.critical)['queryFn']>>
>[number]

interface CriticalFindingsProps {
  readonly findings: readonly CriticalFinding[]
}

export const CriticalFindings = (props: CriticalFindingsProps) => (
  <WithTranslations namespace="caseNotices" height={48}>
    <Findings {...props} />
  </WithTranslations>
)

/** The newest finding; the others are counted, so that they leave space for the page. */
function Findings({ findings }: CriticalFindingsProps) {
  const { t } = useTranslation()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [newest, ...others] = findings
  // The next finding moves to the place of an acknowledged one, under the pointer.
  const runOnce = useOneRunOfRows()
  return (
    <>
      {newest ? <CriticalLine finding={newest} runOnce={runOnce} /> : null}
      {others.length === 0 ? null : (
        <div className={styles.further}>
          <Button
            variant="subtle"
            color="red"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'caseNotices:critical.hide' : 'caseNotices:critical.further', {
              count: others.length,
            })}
          </Button>
          <div id={listId} className={styles.furtherList} hidden={!isOpen}>
            {isOpen
              ? others.map((finding) => (
                  <CriticalLine key={finding.id} finding={finding} runOnce={runOnce} />
                ))
              : null}
          </div>
        </div>
      )}
    </>
  )
}

interface CriticalLineProps {
  readonly finding: CriticalFinding
  readonly runOnce: ReturnType<typeof useOneRunOfRows>
}

function CriticalLine({ finding, runOnce }: CriticalLineProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const timeZone = useCaseZone()
  const acknowledge = useMutation(caseNoticeMutations.acknowledge)
  const { id: findingId, caseId, registeredAs, text, createdOn, authorName } = finding
  const patientName = formatPatientName(t, finding.patientName)
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
        {registeredAs === ''
          ? null
          : `${t('caseNotices:critical.registeredAs', { patient: registeredAs })} · `}
        {t('caseNotices:critical.by', {
          name: authorName,
          time: formatDateTime(createdOn, timeZone),
        })}
        <span className={styles.criticalText}>{text}</span>
      </p>
      <Button variant="default" onClick={() => void navigate(`/editcases/${String(caseId)}`)}>
        {t('caseNotices:critical.open')}
      </Button>
      <Button
        color="red"
        loading={acknowledge.isPending}
        onClick={() =>
          void runOnce(() => acknowledge.mutateAsync({ params: { id: caseId, findingId } }))
        }
      >
        {t('caseNotices:critical.acknowledge')}
        <VisuallyHidden>
          : {patientName}, {formatCaseNumber(caseId)}
        </VisuallyHidden>
      </Button>
    </div>
  )
}
