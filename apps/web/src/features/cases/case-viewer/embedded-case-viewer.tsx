import { Button } from '@mantine/core'
import { IconColumns2, IconPhotoOff } from '@tabler/icons-react'
import type { CaseId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { WaitingSplash, useViewedCase } from '../../../viewer/index.ts'
import type { PanelHosts } from '../../../viewer/index.ts'
import { CaseImages } from './case-images.tsx'

interface EmbeddedCaseViewerProps {
  readonly caseId: CaseId
  readonly hosts: PanelHosts
  readonly onInsertMeasurement: ((text: string) => void) | undefined
}

/** The case viewer as a part of the page of the case, which shows its panel beside the texts. */
export function EmbeddedCaseViewer(props: EmbeddedCaseViewerProps) {
  return (
    <WithTranslations namespace={['viewer', 'viewerPanel', 'measure']} height={48}>
      <LoadedViewer {...props} />
    </WithTranslations>
  )
}

function LoadedViewer({ caseId, hosts, onInsertMeasurement }: EmbeddedCaseViewerProps) {
  const { t } = useTranslation()
  const loaded = useViewedCase(caseId)
  if (loaded.state === 'loading')
    return (
      <WaitingSplash>
        <Button onClick={loaded.retry}>{t('common:action.tryAgain')}</Button>
      </WaitingSplash>
    )
  if (loaded.state === 'failed')
    return (
      <StatePanel
        icon={<Icon icon={IconPhotoOff} size="3xl" />}
        title={t('caseReading:images.failed')}
        text={getErrorMessage(loaded.error)}
      >
        <Button onClick={loaded.retry}>{t('common:action.tryAgain')}</Button>
      </StatePanel>
    )
  return (
    <CaseImages
      viewed={loaded.viewed}
      panelHosts={hosts}
      onInsertMeasurement={onInsertMeasurement}
      noPriors={
        <StatePanel
          isCompact
          icon={<Icon icon={IconColumns2} size="3xl" />}
          title={t('viewerPanel:priors.none')}
          text={t('caseReading:images.noPriors')}
        />
      }
    />
  )
}
