import type { BackupRun } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../../api/records/backup.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { toLanguage } from '../../../language.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { QueryCard } from '../query-card.tsx'
import styles from './backup.module.css'

const tones = {
  running: 'blue',
  done: 'green',
  incomplete: 'amber',
  failed: 'red',
  interrupted: 'amber',
  stopped: 'neutral',
} as const

/** The results of the last backups and checks, and why one has failed. */
export function RunsCard({ readAfter }: { readonly readAfter: string }) {
  const { t } = useTranslation()
  const query = useQuery(backupQueries.runs(readAfter))
  const zone = useClinicZone()
  return (
    <QueryCard title={t('backup:runs.title')} text={t('backup:runs.text')} query={query}>
      {(runs) =>
        runs.length === 0 ? (
          <p className={styles.note}>{t('backup:runs.none')}</p>
        ) : (
          <ul className={styles.rows} tabIndex={0} aria-label={t('backup:runs.title')}>
            {runs.map((run) => (
              <li key={run.id} className={styles.row}>
                <span className={styles.when}>{formatDateTime(run.startedOn, zone)}</span>
                <span className={styles.kind}>{t(`backup:runs.work.${run.work}`)}</span>
                <Badge tone={tones[run.state]}>{t(`backup:runs.state.${run.state}`)}</Badge>
                <span className={styles.details}>
                  <Details run={run} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryCard>
  )
}

function Details({ run }: { readonly run: BackupRun }) {
  const { t, i18n } = useTranslation()
  if (run.state === 'failed' && run.fault) return t(`errors:${run.fault}`)
  if (run.state !== 'done' && run.state !== 'incomplete') return null
  const size = formatFileSize(run.newBytes, toLanguage(i18n.language))
  const faults = run.missing + run.damaged
  return [
    run.work === 'backup'
      ? t('backup:runs.new', { count: run.newFiles, size })
      : t('backup:runs.checked', { count: run.fileCount }),
    ...(faults > 0 && !run.fault ? [t('backup:runs.faults', { count: faults })] : []),
    ...(run.fault
      ? [`${t('backup:state.gap', { count: run.missing })} ${t(`errors:${run.fault}`)}`]
      : []),
  ].join('. ')
}
