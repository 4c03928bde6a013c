import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconPhoto } from '@tabler/icons-react'
import { resolveSpacing } from '@talus/measurements'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { toLanguage } from '../../../language.ts'
import { CopyAllButton } from '../../../ui/buttons/copy-button.tsx'
import { listImageFaults } from '../../../ui/format/image-faults.ts'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { useScene } from '../../core/store/use-scene.ts'
import type { PanelData } from '../../core/panel/panel-data.ts'
import { useActiveImageId } from '../../core/toolbar/use-image-actions.ts'
import { listImageFacts } from './image-facts.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './image-data.module.css'

interface ImageDataTabProps extends PanelData {
  readonly more: ReactNode
}

/** Attributes of the active image in groups; missing ones are omitted. */
export function ImageDataTab(props: ImageDataTabProps) {
  const { store, source, getMetadata, more } = props
  const { t, i18n } = useTranslation()
  const imageId = useActiveImageId(store)
  const calibration = useScene(store, ({ views }) =>
    imageId === undefined ? undefined : views.get(imageId)?.calibration,
  )
  if (imageId === undefined)
    return (
      <StatePanel
        isCompact
        icon={<Icon icon={IconPhoto} size="3xl" />}
        title={t('viewerPanel:data.none')}
        text={t('viewerPanel:data.noneText')}
      />
    )
  const metadata = getMetadata(imageId)
  if (!metadata) {
    const fault = props.getFault(imageId)
    return fault === undefined ? (
      <Skeleton height={240} />
    ) : (
      <StatePanel
        isCompact
        icon={<Icon icon={IconAlertTriangle} size="3xl" />}
        title={t('viewerPanel:data.failed')}
        text={getErrorMessage(fault)}
      >
        <Button variant="default" onClick={() => props.retry(imageId)}>
          {t('common:action.tryAgain')}
        </Button>
      </StatePanel>
    )
  }
  const { spacing, source: from } = resolveSpacing(metadata.spacing, calibration)
  const image = source.images.find(({ id }) => id === imageId)
  const groups = listImageFacts(
    {
      metadata,
      image,
      faults: image ? listImageFaults(t, image) : [],
      spacing,
      spacingLabel: t(`viewerPanel:spacing.${from}`),
    },
    toLanguage(i18n.language),
  )
  const text = groups
    .flatMap(({ facts }) => facts)
    .map(([name, what]) => t('viewerPanel:named', { name: t(`viewerPanel:fact.${name}`), what }))
    .join('\n')
  return (
    <div className={styles.data}>
      {groups.map(({ name, facts }) => (
        <section key={name}>
          <h2>{t(`viewerPanel:facts.${name}`)}</h2>
          <dl>
            {facts.map(([fact, value]) => (
              <div key={fact} data-fault={fact === 'faults' || undefined}>
                <dt>{t(`viewerPanel:fact.${fact}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className={styles.actions}>
        <CopyAllButton text={text} what={t('viewerPanel:tab.imageData')} />
        {more}
      </div>
    </div>
  )
}
