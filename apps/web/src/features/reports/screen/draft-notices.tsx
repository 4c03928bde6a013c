import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import { ApiError } from '../../../api/api-error.ts'
import { isContactFailure } from '../../../api/server-contact.ts'
import styles from './report.module.css'

interface NoticeProps {
  readonly text: string
  readonly children?: ReactNode
}

/** A notice above the pages that stays until it is answered. */
export const Notice = ({ text, children }: NoticeProps) => (
  <div className={styles.notice} role="status">
    <Icon icon={IconAlertTriangle} size="lg" />
    <span className={styles.noticeText}>{text}</span>
    {children}
  </div>
)

export function OtherTabNotice({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const { t } = useTranslation()
  return (
    <Notice text={t('report:draft.otherTab')}>
      <Button size="compact-sm" onClick={onTakeOver}>
        {t('report:draft.takeOver')}
      </Button>
    </Notice>
  )
}

interface MovedNoticeProps {
  readonly former: string
  readonly present: string
  readonly onConfirm: () => void
}

/** The study was moved to another patient than the one that the author writes for. */
export function MovedNotice({ onConfirm, ...patients }: MovedNoticeProps) {
  const { t } = useTranslation()
  return (
    <Notice text={t('report:moved.text', patients)}>
      <Button size="compact-sm" onClick={onConfirm}>
        {t('report:moved.confirm', patients)}
      </Button>
    </Notice>
  )
}

interface UnsavedNoticeProps {
  /** The error of the last save. */
  readonly failure: unknown
  readonly onSave: () => void
}

/** The user may go on writing, and need not do anything. */
export function UnsavedNotice({ failure, onSave }: UnsavedNoticeProps) {
  const { t } = useTranslation()
  const reason =
    failure instanceof ApiError && !isContactFailure(failure.status) ? failure.message : undefined
  return (
    <Notice
      text={
        reason === undefined ? t('report:draft.unreachable') : t('report:draft.refused', { reason })
      }
    >
      <Button size="compact-sm" variant="default" onClick={onSave}>
        {t('report:draft.saveNow')}
      </Button>
    </Notice>
  )
}

interface ConflictNoticeProps {
  readonly onLoad: () => void
  readonly onOverwrite: () => void
}

export function ConflictNotice({ onLoad, onOverwrite }: ConflictNoticeProps) {
  const { t } = useTranslation()
  return (
    <Notice text={t('report:draft.conflict')}>
      <Button size="compact-sm" variant="default" onClick={onLoad}>
        {t('report:draft.loadOther')}
      </Button>
      <Button size="compact-sm" onClick={onOverwrite}>
        {t('report:draft.keepMine')}
      </Button>
    </Notice>
  )
}

interface RefusalNoticeProps {
  readonly onNewPage: () => void
  readonly onDismiss: () => void
}

/** Announced once: the page is full, and the change was taken back. */
export function RefusalNotice({ onNewPage, onDismiss }: RefusalNoticeProps) {
  const { t } = useTranslation()
  return (
    <Notice text={t('report:full.text')}>
      <Button size="compact-sm" onClick={onNewPage}>
        {t('report:full.newPage')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onDismiss}>
        {t('report:full.dismiss')}
      </Button>
    </Notice>
  )
}
