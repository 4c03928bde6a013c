import { Button } from '@mantine/core'
import { IconFileZip, IconPhotoDown } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { useStore } from '../../../store.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { ProgressMeter } from '../../../ui/display/progress-meter.tsx'
import { KindIcon } from '../../../ui/toasts/kind-icon.tsx'
import type { ToastKind } from '../../../ui/toasts/toast-store.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { bulkDownload } from './bulk-download.store.ts'
import { formatDownloadEnd, countMissing, formatProgress } from './download-text.ts'
import { isDownloadBusy } from './download.ts'
import type { DownloadStatus, DownloadEnd, DownloadType } from './download.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './bulk-download.module.css'

export const BulkDownloadSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicBulkDownload clinic={clinic} />}
  </ClinicNeeded>
)

const choices = [
  { type: 'DICOM', icon: IconFileZip },
  { type: 'JPEG', icon: IconPhotoDown },
] as const

function ClinicBulkDownload({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const download = useStore(bulkDownload.store)
  const list = useRef<HTMLUListElement>(null)
  const reason = isDownloadBusy(download) ? t('settings:bulkDownload.busy') : undefined
  /**
   * Asks first: it is all data of a clinic, and an administrator of several may have another one
   * selected.
   */
  const confirmAndStart = async (type: DownloadType) => {
    const isConfirmed = await confirm({
      title: t('settings:section.bulk-download'),
      text: t('settings:bulkDownload.ask', { clinic: clinic.name, type }),
      confirm: t('settings:bulkDownload.start'),
    })
    if (isConfirmed)
      await bulkDownload.start({ clinicId: clinic.id, clinicName: clinic.name, type })
  }
  return (
    <Card
      title={t('settings:section.bulk-download')}
      text={t('settings:bulkDownload.text', { clinic: clinic.name })}
    >
      <ul ref={list} className={styles.choices} tabIndex={-1}>
        {choices.map(({ type, icon }) => (
          <li key={type} className={styles.choice}>
            <ExplainedButton
              className={styles.button ?? ''}
              leftSection={<Icon icon={icon} />}
              reason={reason}
              onClick={() => void confirmAndStart(type)}
            >
              {t(`settings:bulkDownload.type.${type}`)}
            </ExplainedButton>
            <span className={styles.choiceText}>{t(`settings:bulkDownload.typeText.${type}`)}</span>
          </li>
        ))}
      </ul>
      <DownloadState
        download={download}
        onCancel={() => {
          bulkDownload.cancel()
          // The button disappears; without this, keyboard focus would jump to the start of the
          // page.
          list.current?.focus()
        }}
      />
    </Card>
  )
}

interface DownloadStateProps {
  readonly download: DownloadStatus
  readonly onCancel: () => void
}

function DownloadState({ download, onCancel }: DownloadStateProps) {
  const { t, i18n } = useTranslation()
  switch (download.phase) {
    case 'idle':
      return null
    case 'choosing':
      return <p className={styles.waiting}>{t('settings:bulkDownload.choosing')}</p>
    case 'asking':
    case 'running': {
      const { job } = download
      const progress = download.phase === 'running' ? download.progress : undefined
      const text = progress
        ? formatProgress(t, i18n.language, progress)
        : t('settings:bulkDownload.asking')
      return (
        <div className={styles.state}>
          <div className={styles.running}>
            <strong className={styles.job}>
              {t('settings:bulkDownload.job', { clinic: job.clinicName, type: job.type })}
            </strong>
            <ProgressMeter
              label={t('settings:bulkDownload.progressLabel')}
              text={text}
              done={progress?.done}
              total={progress?.total}
            />
            <span className={styles.progress}>{text}</span>
          </div>
          <Button variant="default" onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
        </div>
      )
    }
    case 'done':
    case 'empty':
    case 'cancelled':
    case 'failed':
      return (
        <div className={styles.state} data-end>
          <KindIcon kind={getToastKind(download)} />
          <span className={styles.end}>{formatDownloadEnd(t, i18n.language, download)}</span>
        </div>
      )
    default:
      return download satisfies never
  }
}

function getToastKind(end: DownloadEnd): ToastKind {
  if (end.phase === 'failed') return 'error'
  if (end.phase !== 'done') return 'info'
  return countMissing(end.progress) > 0 ? 'warning' : 'done'
}
