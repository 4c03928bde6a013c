import { IconRuler2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { useStore } from '../../../store.ts'
import { CopyAllButton } from '../../../ui/buttons/copy-button.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { listShownImages } from '../../core/grid/grid.ts'
import { usePatient } from '../../core/source-queries.ts'
import { useScene } from '../../core/store/use-scene.ts'
import type { PriorImagesStore } from '../priors/prior-images.ts'
import type { PanelData } from '../../core/panel/panel-data.ts'
import { useActiveImageId } from '../../core/toolbar/use-image-actions.ts'
import { HeartTrend } from './guided/heart-trend.tsx'
import { listMeasuredImages } from './measured-images.ts'
import { MeasurementRow } from './measurement-row.tsx'
import { createReportText } from './report-text.ts'
import { useDrawings } from './use-drawings.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './measurements.module.css'

interface MeasurementsTabProps extends PanelData {
  readonly priors: PriorImagesStore
  readonly timeZone: string | undefined
  /** Puts a measurement into the text of a report beside the images. */
  readonly onInsert?: ((text: string) => void) | undefined
}

/** All drawings of the study with their values; pressing one shows it in the image. */
export function MeasurementsTab({
  priors,
  timeZone,
  onInsert,
  ...panelData
}: MeasurementsTabProps) {
  const { store, source, getContext } = panelData
  const { t, i18n } = useTranslation()
  const images = useDrawings(store)
  const grid = useScene(store, (scene) => scene.grid)
  const priorState = useStore(priors)
  const patient = usePatient(source)
  const shown = listShownImages(grid)
  const others = [...priorState.images.values()]
    .map(({ image }) => image)
    .filter(({ id }) => shown.includes(id))
  const measured = listMeasuredImages(source.images, others, images, useActiveImageId(store))
  const language = toLanguage(i18n.language)
  return (
    <div className={styles.tab}>
      {measured.length === 0 ? (
        <StatePanel
          isCompact
          icon={<Icon icon={IconRuler2} size="3xl" />}
          title={t('viewerPanel:measurements.none')}
          text={t('viewerPanel:measurements.noneText')}
        />
      ) : null}
      {measured.map(({ image, number, drawings }) => (
        <section key={image.id}>
          <h2 className={styles.image}>
            {number === undefined ? null : <span className={styles.number}>{number}</span>}
            {getImageName(t, image, language)}
          </h2>
          <ul className={styles.list}>
            {drawings.map((drawing) => (
              <MeasurementRow
                key={drawing.id}
                panelData={panelData}
                patient={patient}
                image={image}
                drawing={drawing}
                isReadOnly={number === undefined}
                timeZone={timeZone}
                onInsert={onInsert}
              />
            ))}
          </ul>
        </section>
      ))}
      {measured.length === 0 ? null : (
        <CopyAllButton
          text={createReportText(measured, getContext, language)}
          what={t('viewerPanel:tab.measurements')}
        />
      )}
      <HeartTrend panelData={panelData} patient={patient} timeZone={timeZone} />
    </div>
  )
}
