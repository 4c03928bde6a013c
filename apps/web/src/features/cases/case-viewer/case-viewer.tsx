import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { CaseId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { WaitingSplash, useViewedCase } from '../../../viewer/index.ts'
import { CaseImages } from './case-images.tsx'

/** The viewer with the images of a case; drawings last until it is closed. */
export function CaseViewer({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const loaded = useViewedCase(caseId)
  const back = () => void navigate(-1)
  if (loaded.state === 'loading')
    return (
      <WaitingSplash>
        <Button onClick={loaded.retry}>{t('common:action.tryAgain')}</Button>
        <Button variant="default" onClick={back}>
          {t('caseReading:action.back')}
        </Button>
      </WaitingSplash>
    )
  if (loaded.state === 'failed')
    return (
      <StatePanel
        icon={<Icon icon={IconPhotoOff} size="3xl" />}
        title={t('caseReading:failed.title')}
        text={getErrorMessage(loaded.error)}
      >
        <Button onClick={loaded.retry}>{t('common:action.tryAgain')}</Button>
        <Button variant="default" onClick={back}>
          {t('caseReading:action.back')}
        </Button>
      </StatePanel>
    )
  if (loaded.viewed.source.images.length === 0)
    return (
      <StatePanel
        icon={<Icon icon={IconPhotoOff} size="3xl" />}
        title={t('caseReading:file.noRadiographs')}
        text={t('caseReading:file.noRadiographsText')}
      >
        <Button onClick={back}>{t('caseReading:action.back')}</Button>
      </StatePanel>
    )
  return <CaseImages viewed={loaded.viewed} onBack={back} />
}
