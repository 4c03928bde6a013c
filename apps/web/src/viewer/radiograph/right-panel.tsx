import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getTabId, TabList } from '../../ui/layout/tab-list.tsx'
import { ImageDataTab } from './image-data/image-data-tab.tsx'
import { MeasurementsTab } from './measurements/measurements-tab.tsx'
import { PriorsTab } from './priors/priors-tab.tsx'
import { useLinkedViews } from './priors/use-linked-views.ts'
import { PanelButton } from '../core/panel/panel-button.tsx'
import type { PanelData } from '../core/panel/panel-data.ts'
import type { PriorImagesStore } from './priors/prior-images.ts'
import styles from './right-panel.module.css'

const tabs = ['measurements', 'priors', 'imageData'] as const
type Tab = (typeof tabs)[number]

interface RightPanelProps extends PanelData {
  /** The panel stays mounted while closed, so that linked views keep working. */
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly priorImages: PriorImagesStore
  /** Time zone of the clinic. */
  readonly timeZone: string | undefined
  /** Shown below the data of an image, such as a link to its DICOM dump. */
  readonly imageData: ReactNode
}

/** Panel beside the images with tabs for measurements, earlier studies and image data. */
export function RightPanel(props: RightPanelProps) {
  const { isOpen, onClose, priorImages, imageData, timeZone, ...panelData } = props
  const { t } = useTranslation()
  const id = useId()
  const [chosen, setTab] = useState<Tab>('measurements')
  useLinkedViews(panelData.store, priorImages, panelData.getContext)
  if (!isOpen) return null
  const availableTabs = tabs.filter((tab) => tab !== 'priors' || panelData.source.priors)
  const tab = availableTabs.includes(chosen) ? chosen : 'measurements'
  return (
    <aside className={styles.panel} aria-label={t('viewerPanel:panel')}>
      <div className={styles.head}>
        <div className={styles.tabs}>
          <TabList
            id={id}
            tabs={availableTabs.map((name) => ({ name, content: t(`viewerPanel:tab.${name}`) }))}
            selected={tab}
            onSelect={setTab}
            getPanelId={() => `${id}body`}
          />
        </div>
        <PanelButton icon={IconX} label={t('viewerPanel:closePanel')} onClick={onClose} />
      </div>
      <div
        id={`${id}body`}
        className={styles.body}
        role="tabpanel"
        aria-labelledby={getTabId(id, tab)}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {tab === 'measurements' ? (
          <MeasurementsTab {...panelData} priors={priorImages} timeZone={timeZone} />
        ) : null}
        {tab === 'priors' ? (
          <PriorsTab {...panelData} priorImages={priorImages} timeZone={timeZone} />
        ) : null}
        {tab === 'imageData' ? <ImageDataTab {...panelData} more={imageData} /> : null}
      </div>
    </aside>
  )
}
