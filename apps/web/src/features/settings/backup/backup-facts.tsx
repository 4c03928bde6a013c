import type { BackupStatus, BackupWarning, DiskState, SecondStoreState } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { toLanguage } from '../../../language.ts'
import { formatDateTime, formatDay, formatTimeAgo } from '../../../ui/format/dates.ts'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import styles from './backup.module.css'

/** The run that a warning is about, with the reason of its failure. */
export const findFailure = ({ failures }: BackupStatus, warning: BackupWarning) =>
  failures.find(({ work }) => warning === (work === 'backup' ? 'failed' : 'check-failed'))

/** From here on, a disk is shown in the colour of a warning; as on the server. */
const fullFrom = 0.85

/** A time and how long ago it was. */
function useTimeText() {
  const { i18n } = useTranslation()
  const zone = useClinicZone()
  return (instant: string) =>
    `${formatDateTime(instant, zone)}\n${formatTimeAgo(instant, new Date(), i18n.language)}`
}

/** The state of the second store, and what has moved there. */
export function useStoreText() {
  const { t, i18n } = useTranslation()
  const zone = useClinicZone()
  const describeContent = ({ files, bytes, movedOn }: SecondStoreState) => {
    if (files === 0) return t('shell:backup.secondStoreNone')
    const values = { count: files, size: formatFileSize(bytes, toLanguage(i18n.language)) }
    return movedOn === null
      ? t('shell:backup.secondStoreKept', values)
      : t('shell:backup.secondStoreMoved', { ...values, day: formatDay(movedOn, zone) })
  }
  return (store: SecondStoreState) => {
    const state = t(`shell:backup.secondStoreState.${store.state}`)
    const reason = store.fault ? `. ${t(`shell:backup.secondStoreFault.${store.fault}`)}` : ''
    const place = store.place === '' ? '' : `${store.place}\n`
    return `${place}${state}${reason}\n${describeContent(store)}`
  }
}

/** When the last complete backup was made, and the space of the disks. */
export function BackupFacts({
  status,
  hasStoreCard = false,
}: {
  readonly status: BackupStatus
  /** Whether the page shows the second store in a card of its own. */
  readonly hasStoreCard?: boolean
}) {
  const { t } = useTranslation()
  const toText = useTimeText()
  const toStoreText = useStoreText()
  const { lastDoneOn, disks } = status
  return (
    <Facts
      facts={[
        [t('shell:backup.last'), lastDoneOn === null ? t('shell:backup.none') : toText(lastDoneOn)],
        ...disks.map(
          (disk) =>
            [t(`shell:backup.${disk.volume}`), <Disk key={disk.volume} disk={disk} />] as const,
        ),
        ...(status.secondStore && !hasStoreCard
          ? [[t('shell:backup.secondStore'), toStoreText(status.secondStore)] as const]
          : []),
        ...(status.missingSinceRestore > 0
          ? [
              [
                t('shell:backup.missingSinceRestore'),
                t('shell:backup.missingFiles', { count: status.missingSinceRestore }),
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

function Disk({ disk }: { readonly disk: DiskState }) {
  const { t, i18n } = useTranslation()
  const { freeBytes, totalBytes, weeksLeft } = disk
  const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes
  const language = toLanguage(i18n.language)
  return (
    <span className={styles.disk}>
      <span className={styles.diskBar} data-full={used >= fullFrom || undefined} aria-hidden>
        <span style={{ width: `${used * 100}%` }} />
      </span>
      {t('shell:backup.free', {
        free: formatFileSize(freeBytes, language),
        total: formatFileSize(totalBytes, language),
      })}
      {weeksLeft === null ? null : (
        <span className={styles.forecast}>
          {weeksLeft === 0
            ? t('shell:backup.fullThisWeek')
            : t('shell:backup.full', { count: weeksLeft })}
        </span>
      )}
    </span>
  )
}
