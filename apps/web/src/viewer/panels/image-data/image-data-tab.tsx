import { Skeleton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { spacingOf } from '@talus/measurements'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../../../maps/canvas/language-of.ts'
import { CopyAllButton } from '../../../ui/copy-button.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { useScene } from '../../tools/use-scene.ts'
import type { PanelFacts } from '../right-panel/panel-props.ts'
import { useActiveImage } from '../toolbar/use-image-actions.ts'
import { factsOf } from './image-facts.ts'
import styles from './image-data.module.css'

interface ImageDataTabProps extends PanelFacts {
  readonly more: ReactNode
}

/** What the file of the active image says, in groups; what it leaves out takes no line. */
export function ImageDataTab({ store, source, metadataOf, more }: ImageDataTabProps) {
  const { t, i18n } = useTranslation()
  const imageId = useActiveImage(store)
  const calibration = useScene(store, ({ images }) =>
    imageId === undefined ? undefined : images.get(imageId)?.calibration,
  )
  if (imageId === undefined)
    return (
      <StatePanel
        isCompact
        icon={<IconPhoto size={32} stroke={1.5} />}
        title={t('viewerPanel:data.none')}
        text={t('viewerPanel:data.noneText')}
      />
    )
  const metadata = metadataOf(imageId)
  if (!metadata) return <Skeleton height={240} />
  const { spacing, source: from } = spacingOf(metadata.spacing, calibration)
  const groups = factsOf(
    {
      metadata,
      image: source.images.find(({ id }) => id === imageId),
      spacing,
      spacingWords: t(`viewerPanel:spacing.${from}`),
    },
    languageOf(i18n.language),
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
              <div key={fact}>
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
