import { createPortal } from 'react-dom'
import type { ReactNode } from 'react'
import type { PanelData } from '../core/panel/panel-data.ts'
import { ImageDataTab } from './image-data/image-data-tab.tsx'
import { MeasurementsTab } from './measurements/measurements-tab.tsx'
import { PriorsTab } from './priors/priors-tab.tsx'
import type { PriorImagesStore } from './priors/prior-images.ts'
import { RightPanel } from './right-panel.tsx'
import { useLinkedViews } from './priors/use-linked-views.ts'

/** The elements of a page that show the content of the panel in place of the viewer. */
export interface PanelHosts {
  readonly measurements: Element
  readonly priors: Element
  readonly imageData: Element
}

interface HostedPanelProps extends PanelData {
  readonly hosts: PanelHosts
  readonly priorImages: PriorImagesStore
  readonly timeZone: string | undefined
  readonly imageData: ReactNode
  readonly onInsertMeasurement: ((text: string) => void) | undefined
  /** Shown for a source without earlier studies. */
  readonly noPriors: ReactNode
}

/** The tabs of the right panel in elements of the page around the viewer. */
function HostedPanel(props: HostedPanelProps) {
  const { hosts, priorImages, timeZone, imageData, onInsertMeasurement, noPriors, ...panelData } =
    props
  useLinkedViews(panelData.store, priorImages, panelData.getContext)
  return (
    <>
      {createPortal(
        <MeasurementsTab
          {...panelData}
          priors={priorImages}
          timeZone={timeZone}
          onInsert={onInsertMeasurement}
        />,
        hosts.measurements,
      )}
      {createPortal(
        panelData.source.priors ? (
          <PriorsTab {...panelData} priorImages={priorImages} timeZone={timeZone} />
        ) : (
          noPriors
        ),
        hosts.priors,
      )}
      {createPortal(<ImageDataTab {...panelData} more={imageData} />, hosts.imageData)}
    </>
  )
}

interface ViewerPanelProps extends Omit<HostedPanelProps, 'hosts'> {
  /** Undefined: the panel is beside the images. */
  readonly hosts: PanelHosts | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Measurements, earlier studies and data of the images, beside them or in elements of the page. */
export function ViewerPanel({ hosts, isOpen, onClose, ...props }: ViewerPanelProps) {
  if (hosts) return <HostedPanel {...props} hosts={hosts} />
  const { onInsertMeasurement: _, noPriors: __, ...panel } = props
  return <RightPanel {...panel} isOpen={isOpen} onClose={onClose} />
}
