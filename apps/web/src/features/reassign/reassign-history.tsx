import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { OwnerId, PatientId, Reassignment } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { reassignQueries } from '../../api/records/reassign.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { formatReassigned, useUndo } from './use-reassign.ts'
import styles from './reassign.module.css'

interface ReassignHistoryProps {
  readonly record: { readonly patientId: PatientId } | { readonly ownerId: OwnerId }
  readonly timeZone: string
  /** Called after an undo; the form below shows old values. */
  readonly onUndone: () => void
}

/** The merges and moves of a record, the newest first; each can be undone. */
export function ReassignHistory({ record, timeZone, onUndone }: ReassignHistoryProps) {
  const { t } = useTranslation()
  const history = useQuery(reassignQueries.history(record))
  if (history.isError) return <ErrorNote text={getErrorMessage(history.error)} />
  if (history.isPending) return <Skeleton height={120} />
  if (history.data.length === 0) return <p className={styles.text}>{t('reassign:history.none')}</p>
  return (
    <ul className={styles.history}>
      {history.data.map((entry) => (
        <HistoryEntry key={entry.id} entry={entry} timeZone={timeZone} onUndone={onUndone} />
      ))}
    </ul>
  )
}

interface HistoryEntryProps extends Pick<ReassignHistoryProps, 'timeZone' | 'onUndone'> {
  readonly entry: Reassignment
}

function HistoryEntry({ entry, timeZone, onUndone }: HistoryEntryProps) {
  const { t } = useTranslation()
  const undo = useUndo()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const isUndone = await undo(entry.id)
    setBusy(false)
    if (isUndone) onUndone()
  }
  const made = { user: entry.username, date: formatDateTime(entry.createdOn, timeZone) }
  return (
    <li className={styles.entry}>
      <span className={styles.foundText}>
        <strong>{t(`reassign:done.${entry.kind}`, formatReassigned(t, entry))}</strong>
        <small>{t('reassign:history.made', made)}</small>
        {entry.undoneOn === null ? null : (
          <small>
            {t('reassign:history.undone', {
              user: entry.undoneBy,
              date: formatDateTime(entry.undoneOn, timeZone),
            })}
          </small>
        )}
      </span>
      {entry.undoneOn === null ? (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<Icon icon={IconArrowBackUp} />}
          onClick={() => void run()}
        >
          {t('reassign:undo')}
        </Button>
      ) : null}
    </li>
  )
}
