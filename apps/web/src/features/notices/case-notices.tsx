import { Button, Skeleton } from '@mantine/core'
import { formatCaseNumber, formatPatientName, isThreadNotice } from '@talus/contract'
import type { CaseNotice } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseNoticeMutations, caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useCaseZone } from '../../api/case-zone.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import styles from './notices.module.css'

interface CaseNoticesProps {
  /** Closes the panel of the bell. */
  readonly onOpen: () => void
}

/** The notices about cases; a press marks one as read and opens its case. */
export const CaseNotices = (props: CaseNoticesProps) => (
  <WithTranslations namespace="caseNotices">
    <NoticeList {...props} />
  </WithTranslations>
)

function NoticeList({ onOpen }: CaseNoticesProps) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(caseNoticeQueries.list)
  const readAll = useMutation(caseNoticeMutations.read)
  // A failed call is shown by the page; "no notices" would be wrong.
  if (data === undefined) return isError ? null : <Skeleton height={64} />
  const { notices, unread } = data
  return (
    <section className={styles.notices} aria-label={t('caseNotices:title')}>
      <div className={styles.head}>
        <h2>{t('caseNotices:title')}</h2>
        {unread === 0 ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate({ body: {} })}
          >
            {t('caseNotices:readAll')}
          </Button>
        )}
      </div>
      {notices.length === 0 ? (
        <p className={styles.none}>{t('caseNotices:none')}</p>
      ) : (
        <ul className={styles.list}>
          {notices.map((notice) => (
            <li key={notice.id}>
              <NoticeLine notice={notice} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NoticeLine({ notice, onOpen }: CaseNoticesProps & { readonly notice: CaseNotice }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const timeZone = useCaseZone()
  const read = useMutation(caseNoticeMutations.read)
  const { id, kind, caseId, patientName, actorName, createdOn, readOn } = notice
  return (
    <button
      type="button"
      className={styles.line}
      data-unread={readOn === null || undefined}
      data-kind={kind}
      onClick={() => {
        if (readOn === null) read.mutate({ body: { ids: [id] } })
        onOpen()
        // The reader of this notice has lost the case and cannot open it.
        const page = `/editcases/${String(caseId)}${isThreadNotice(kind) ? '#messages' : ''}`
        void navigate(kind === 'reassigned' ? '/cases' : page)
      }}
    >
      <span className={styles.text}>
        {t(`caseNotices:kind.${kind}`, {
          actor: actorName,
          patient: formatPatientName(t, patientName),
          radiologist: notice.radiologistName,
        })}
        <small>
          {formatCaseNumber(caseId)} · {formatDateTime(createdOn, timeZone)}
        </small>
      </span>
      {readOn === null ? <span className={styles.new}>{t('caseNotices:new')}</span> : null}
    </button>
  )
}
