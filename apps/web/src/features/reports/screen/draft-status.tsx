import { IconAlertTriangle, IconCheck, IconCloudUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import type { DraftStatus } from '../../../draft-saver.ts'
import styles from './report.module.css'

interface DraftStatusProps {
  readonly status: DraftStatus
  /** Nothing has been written yet, so nothing is to be saved. */
  readonly isEmpty: boolean
}

const icons = {
  saved: IconCheck,
  unsaved: IconCloudUpload,
  saving: IconCloudUpload,
  failed: IconAlertTriangle,
  conflict: IconAlertTriangle,
} as const

/** Whether the server has the last change. */
export function DraftStatusText({ status, isEmpty }: DraftStatusProps) {
  const { t } = useTranslation()
  if (isEmpty) return <span className={styles.status} />
  return (
    <span className={styles.status} data-status={status}>
      <Icon icon={icons[status]} size="sm" />
      <span>{t(`report:status.${status}`)}</span>
    </span>
  )
}
