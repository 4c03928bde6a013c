import type { CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import styles from './reading.module.css'

/** Everything that was done with the case; loaded when it is opened. */
export function CaseHistory({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const [isOpen, setOpen] = useState(false)
  const { data: events = [] } = useQuery({ ...caseWorkQueries.history(caseId), enabled: isOpen })
  return (
    <details className={styles.part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('caseReading:part.history')}</summary>
      <ol className={styles.history}>
        {events.map(({ action, actorName, radiologistName, note, createdOn }) => (
          <li key={`${createdOn} ${action}`}>
            <time dateTime={createdOn}>{formatDateTime(createdOn, timeZone)}</time>
            <span>
              {t(`caseReading:history.${action}`, {
                actor: actorName,
                radiologist: radiologistName,
              })}
              {note === '' ? null : <q>{note}</q>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
