import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
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
