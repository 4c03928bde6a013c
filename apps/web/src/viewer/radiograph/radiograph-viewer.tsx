import type { Image, ImageId } from '@talus/contract'
import { resolveSpacing } from '@talus/measurements'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { GridViewport } from '../core/viewport/grid-viewport.tsx'
import { ImageView } from './image-view/image-view.tsx'
import type { ViewerSession, ViewerSessionOptions } from './session/session.ts'
import { useLoadedImage } from '../core/loading/image-cache.ts'
import { useFrameKeys } from '../core/frames/use-frame-keys.ts'
import { listShownImages } from '../core/grid/grid.ts'
import { GridPicker } from '../core/grid/grid-picker.tsx'
import { GridView } from '../core/grid/grid-view.tsx'
import { useGridActions } from '../core/grid/use-grid-actions.ts'
import { usePanelData } from './session/use-panel-data.ts'
import { useSpeciesAndBreed } from './measurements/guided/use-species-and-breed.ts'
import { usePriorImages } from './session/use-prior-images.ts'
import { RightPanel } from './right-panel.tsx'
import { Toolbar } from './toolbar.tsx'
import { SaveStatus } from '../core/toolbar/save-status.tsx'
import { createPresentation } from './print/presentation.ts'
import { createPrintLabels } from './print/print-labels.ts'
import { createTakeSnapshot } from './print/take-snapshot.ts'
import { ThumbnailList } from './thumbnails/thumbnail-list.tsx'
import { MeasurementGuide } from './measurements/guided/measurement-guide.tsx'
import { useScene } from '../core/store/use-scene.ts'
import { useWindowPresets } from '../core/toolbar/use-window-presets.ts'
import { useViewerKeys } from '../core/keyboard/use-viewer-keys.ts'
import styles from '../viewer.module.css'

export interface ViewerProps extends Omit<ViewerSessionOptions, 'onMerged' | 'onRestored'> {
  /** Whether VHS, TPLO, TTA and similar tools are offered. */
  readonly hasAdvancedTools: boolean
  readonly onBack: () => void
  /** Time zone of the clinic. */
  readonly timeZone?: string | undefined
  /** Content of other features for the active image. */
  readonly slots: {
    readonly forms?: (imageId: ImageId | undefined) => ReactNode
    readonly createCase?: ReactNode
    /** Shown below the data of an image. */
    readonly imageData?: (imageId: ImageId) => ReactNode
  }
}

export function RadiographViewer(props: ViewerProps & { readonly session: ViewerSession }) {
  const { session, source, hasAdvancedTools, slots } = props
  const { store, saver, imageCache, priors } = session
  const imageIds = source.images.map(({ id }) => id)
  const { i18n } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const priorState = usePriorImages(priors)
  const actions = useGridActions(store, imageIds)
  const [isListOpen, setListOpen] = useState(source.images.length > 1)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const active = grid.cells[grid.active]?.imageId
  const loaded = useLoadedImage(imageCache, active)
  const calibration = useScene(store, () =>
    active === undefined ? undefined : store.imageState(active).calibration,
  )
  const panelData = usePanelData(session, isPanelOpen ? imageIds : listShownImages(grid))
  const findImage = (id: ImageId): Image | undefined =>
    source.images.find((image) => image.id === id) ?? priorState.images.get(id)?.image
  const presets = useWindowPresets(loaded, (active && findImage(active)?.bodyPart) ?? '')
  const patient = useSpeciesAndBreed(source.patientId)
  const { storePresentation } = source
  const savePresentation =
    storePresentation &&
    (async (id: ImageId) => storePresentation(id, createPresentation(session, id)))
  useViewerKeys({ store, actions })
  useFrameKeys(session.cine, active, loaded.metadata?.display?.frames ?? 1)
  return (
    <div className={styles.viewer} data-viewer>
      <Toolbar
        store={store}
        hasAdvancedTools={hasAdvancedTools}
        hasSpacing={resolveSpacing(loaded.metadata?.spacing, calibration).spacing.unit === 'mm'}
        presets={presets}
        onBack={props.onBack}
        sidebar={{ isOpen: isListOpen, toggle: () => setListOpen(!isListOpen) }}
        panel={{ isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }}
        takeSnapshot={createTakeSnapshot(session)}
        savePresentation={savePresentation}
        printLabels={createPrintLabels(loaded.metadata, {
          findImage,
          getMetadata: panelData.getMetadata,
          language: toLanguage(i18n.language),
        })}
        slots={{
          grid:
            source.images.length > 1 ? <GridPicker grid={grid} onPick={actions.resize} /> : null,
          forms: slots.forms?.(active),
          createCase: slots.createCase,
          status: <SaveStatus saver={saver} />,
        }}
      />
      <div className={styles.body}>
        {isListOpen ? (
          <ThumbnailList images={source.images} grid={grid} onChoose={actions.choose} />
        ) : null}
        <div className={styles.middle}>
          <MeasurementGuide
            store={store}
            imageId={active}
            context={active === undefined ? undefined : panelData.getContext(active)}
            patient={patient}
          />
          <GridView grid={grid}>
            {(cell, index) => (
              <GridViewport
                key={`${cell.row} ${cell.column}`}
                grid={grid}
                cell={cell}
                index={index}
                actions={actions}
              >
                {(size) =>
                  cell.imageId === undefined ? null : (
                    <ImageView
                      key={cell.imageId}
                      session={session}
                      imageId={cell.imageId}
                      image={findImage(cell.imageId)}
                      prior={priorState.images.get(cell.imageId)}
                      size={size}
                      isActive={index === grid.active}
                    />
                  )
                }
              </GridViewport>
            )}
          </GridView>
        </div>
        <RightPanel
          {...panelData}
          isOpen={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          store={store}
          source={source}
          priorImages={source.patientId === undefined ? undefined : priors}
          timeZone={props.timeZone}
          slots={{ imageData: active === undefined ? null : slots.imageData?.(active) }}
        />
      </div>
    </div>
  )
}
