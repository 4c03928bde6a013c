import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { showErrorDialog } from '../../ui/modals/confirm.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { WaitingSplash } from '../../viewer/index.ts'

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

interface RetryProps {
  readonly onRetry: () => void
}

export function StudyFailed(props: RetryProps) {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconPhotoOff} size="3xl" />}
      title={t('viewer:none.failed')}
      text={t('viewer:none.failedText')}
    >
      <NextSteps {...props} />
    </StatePanel>
  )
}

/** Dark as the viewer while the study is loaded, with a way out if that takes long. */
export const StudyWaiting = (props: RetryProps) => (
  <WaitingSplash>
    <NextSteps {...props} />
  </WaitingSplash>
)

function NextSteps({ onRetry }: RetryProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button onClick={onRetry}>{t('common:action.tryAgain')}</Button>
      <Button component={Link} to="/studylist" variant="default">
        {t('viewer:none.studies')}
      </Button>
    </>
  )
}
