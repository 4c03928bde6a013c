import { Button } from '@mantine/core'
import { IconPhotoOff, IconStack2 } from '@tabler/icons-react'
import type { StudyModality } from '@talus/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { showErrorDialog } from '../../ui/modals/confirm.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'

/** Shows an error if there is nothing to view, and returns to the previous page. */
export function NothingToView() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current) return
    isReported.current = true
    showErrorDialog(t('viewer:none.error'))
    void navigate(-1)
  }, [navigate, t])
  return null
}

export function StudyFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconPhotoOff} size="3xl" />}
      title={t('viewer:none.failed')}
      text={t('viewer:none.failedText')}
    >
      <Button onClick={onRetry}>{t('common:action.tryAgain')}</Button>
      <Button component={Link} to="/studylist" variant="default">
        {t('viewer:none.studies')}
      </Button>
    </StatePanel>
  )
}

interface StackStudyProps {
  readonly modality: StudyModality
  readonly onBack: () => void
  /** Undefined if the user may not download. */
  readonly onDownload: (() => void) | undefined
}

/** Shown for a study of image slices (CT, MR), which this viewer does not support. */
export function StackStudy({ modality, onBack, onDownload }: StackStudyProps) {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconStack2} size="3xl" />}
      title={t('viewer:none.stack', { modality: t(`studies:modality.${modality}`) })}
      text={t('viewer:none.stackText')}
    >
      {onDownload ? <Button onClick={onDownload}>{t('viewer:none.download')}</Button> : null}
      <Button variant={onDownload ? 'default' : 'filled'} onClick={onBack}>
        {t('viewerPanel:back')}
      </Button>
    </StatePanel>
  )
}
