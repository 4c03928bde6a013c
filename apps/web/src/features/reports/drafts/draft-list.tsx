import { Button, Skeleton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { formatPatientName } from '@talus/contract'
import type { ListedDraft, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { reportMutations, reportQueries } from '../../../api/records/report.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useSession } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { formatDateTime, formatDay, formatTimeAgo } from '../../../ui/format/dates.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { createDraftCopy } from '../state/draft-copy.ts'
import { continueDraft, getReportPath } from './report-address.ts'
import styles from './drafts.module.css'

interface DraftListOptions {
  /** Opens the page of a draft, with the state of its history entry. */
  readonly onOpen: (path: string, state: unknown) => void
  /** The study of the report that is open; its draft is not listed. */
  readonly openStudyId?: StudyId
}

/** Lists the reports that the user has not finished, to continue or to discard them. */
export const openDraftList = ({ title, ...options }: DraftListOptions & { title: string }) =>
  openForm(title, (close) => <DraftList {...options} onClose={close} />, 640)

interface DraftListProps extends DraftListOptions {
  readonly onClose: () => void
}

function DraftList({ onOpen, openStudyId, onClose }: DraftListProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(reportQueries.drafts)
  const list = useRef<HTMLUListElement>(null)
  const drafts = data?.filter(({ studyId }) => studyId !== openStudyId)
  if (!drafts) return error ? <ErrorNote text={getErrorMessage(error)} /> : <Skeleton height={96} />
  if (drafts.length === 0)
    return (
      <p className={styles.none}>
        {t(openStudyId === undefined ? 'report:drafts.none' : 'report:drafts.noOthers')}
      </p>
    )
  return (
    <ul ref={list} className={styles.rows} tabIndex={-1} aria-label={t('report:drafts.title')}>
      {drafts.map((draft) => (
        <DraftRow
          key={draft.studyId}
          draft={draft}
          onContinue={() => {
            onClose()
            onOpen(getReportPath(draft.studyId), continueDraft)
          }}
          // The button that had the focus is gone with its row.
          onDiscarded={() => list.current?.focus()}
        />
      ))}
    </ul>
  )
}

interface DraftRowProps {
  readonly draft: ListedDraft
  readonly onContinue: () => void
  readonly onDiscarded: () => void
}

function DraftRow({ draft, onContinue, onDiscarded }: DraftRowProps) {
  const { t, i18n } = useTranslation()
  const { user } = useSession()
  const { clinic } = useClinicInUse()
  const discard = useRecordMutation(reportMutations.discardDraft)
  const [now] = useState(() => new Date())
  const { studyId, ownerName, studyDate, savedOn } = draft
  const name = formatPatientName(t, draft.patientName)
  const discardAfterConfirm = async () => {
    const isDiscarded = await confirm({
      title: t('report:discard.title'),
      text: t('report:discard.text', { name }),
      confirm: t('report:discard.confirm'),
      isDestructive: true,
      act: async () => {
        await discard({ params: { studyId } })
        createDraftCopy(user.id, studyId).write(undefined, 0)
      },
    })
    if (isDiscarded) onDiscarded()
  }
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <span>
          <b>{name}</b>
          {ownerName === null ? '' : ` · ${ownerName}`}
        </span>
        <small>
          {t('report:drafts.study', { day: formatDay(studyDate, clinic?.timeZone) })}
          {' · '}
          <time dateTime={savedOn} title={formatDateTime(savedOn, clinic?.timeZone)}>
            {t('report:drafts.saved', { ago: formatTimeAgo(savedOn, now, i18n.language) })}
          </time>
        </small>
      </span>
      <Button
        leftSection={<Icon icon={IconPencil} />}
        aria-label={t('report:drafts.continueNamed', { name })}
        onClick={onContinue}
      >
        {t('report:drafts.continue')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon icon={IconTrash} />}
        aria-label={t('report:drafts.discardNamed', { name })}
        onClick={() => void discardAfterConfirm()}
      >
        {t('report:discard.confirm')}
      </Button>
    </li>
  )
}
