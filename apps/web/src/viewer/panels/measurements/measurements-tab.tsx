import { IconRuler2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../../../maps/canvas/language-of.ts'
import { CopyAllButton } from '../../../ui/copy-button.tsx'
import { imageName } from '../../../ui/image-words.ts'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { shownIn } from '../../grid/grid.ts'
import { useScene } from '../../tools/use-scene.ts'
import type { PriorShelf } from '../priors/prior-shelf.ts'
import { useShelf } from '../priors/use-shelf.ts'
import type { PanelFacts } from '../right-panel/panel-props.ts'
import { useActiveImage } from '../toolbar/use-image-actions.ts'
import { HeartTrend } from './guided/heart-trend.tsx'
import { measuredImages } from './measured-images.ts'
import { MeasurementRow } from './measurement-row.tsx'
import { reportText } from './report-text.ts'
import { useDrawn } from './use-drawn.ts'
import styles from './measurements.module.css'

interface MeasurementsTabProps extends PanelFacts {
  readonly priors: PriorShelf | undefined
  readonly timeZone: string | undefined
}

/** Everything drawn in this study, with its values; what is pressed is shown in the image. */
export function MeasurementsTab({ priors, timeZone, ...facts }: MeasurementsTabProps) {
  const { store, source, contextOf } = facts
  const { t, i18n } = useTranslation()
  const images = useDrawn(store)
  const grid = useScene(store, (scene) => scene.grid)
  const shelf = useShelf(priors)
  const shown = shownIn(grid)
  const others = [...shelf.images.values()]
    .map(({ image }) => image)
    .filter(({ id }) => shown.includes(id))
  const measured = measuredImages(source.images, others, images, useActiveImage(store))
  const language = languageOf(i18n.language)
  return (
    <div className={styles.tab}>
      {measured.length === 0 ? (
        <StatePanel
          isCompact
          icon={<IconRuler2 size={32} stroke={1.5} />}
          title={t('viewerPanel:measurements.none')}
          text={t('viewerPanel:measurements.noneText')}
        />
      ) : null}
      {measured.map(({ image, number, drawings }) => (
        <section key={image.id}>
          <h2 className={styles.image}>
            {number === undefined ? null : <span className={styles.number}>{number}</span>}
            {imageName(t, image, language)}
          </h2>
          <ul className={styles.list}>
            {drawings.map((drawing) => (
              <MeasurementRow
                key={drawing.id}
                facts={facts}
                image={image}
                drawing={drawing}
                isReadOnly={number === undefined}
              />
            ))}
          </ul>
        </section>
      ))}
      {measured.length === 0 ? null : (
        <CopyAllButton
          text={reportText(measured, contextOf, language)}
          what={t('viewerPanel:tab.measurements')}
        />
      )}
      {source.patientId === undefined ? null : (
        <HeartTrend facts={facts} patientId={source.patientId} timeZone={timeZone} />
      )}
    </div>
  )
}
