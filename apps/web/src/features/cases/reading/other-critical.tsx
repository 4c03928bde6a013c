import { IconAlertOctagon } from '@tabler/icons-react'
import { formatCaseNumber, formatPatientName } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOpenCriticalFindings } from '../../../api/records/use-critical-findings.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './critical.module.css'

/**
 * The open critical findings of other cases, below that of this case. They are links: a second
 * button would acknowledge the finding of another patient by mistake.
 */
export function OtherCritical({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  const others = useOpenCriticalFindings().filter((one) => one.caseId !== caseId)
  // A case with several findings is named once.
  const named = others.filter(
    (one, index) => others.findIndex((other) => other.caseId === one.caseId) === index,
  )
  if (named.length === 0) return null
  return (
    <div className={styles.others} role="alert">
      <Icon icon={IconAlertOctagon} />
      <span>
        {t('caseReading:critical.elsewhere', { count: others.length })}{' '}
        {named.map((one, index) => (
          <Fragment key={one.caseId}>
            {index === 0 ? '' : ' · '}
            <Link to={`/editcases/${String(one.caseId)}`}>
              {t('caseReading:critical.ofCase', {
                patient: formatPatientName(t, one.patientName),
                number: formatCaseNumber(one.caseId),
              })}
            </Link>
          </Fragment>
        ))}
      </span>
    </div>
  )
}
