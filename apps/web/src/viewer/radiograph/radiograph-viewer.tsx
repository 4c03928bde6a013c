import type { Image, ImageId } from '@talus/contract'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { toLanguage } from '../../language.ts'
import { GridViewport } from '../core/viewport/grid-viewport.tsx'
import { ImageView } from '../core/viewport/image-view.tsx'
import type { ImagePresentations } from '../core/viewport/image-view.tsx'
import type { ViewerSession } from '../core/viewer-session.ts'
import { usePatient, usePresentationList } from '../core/source-queries.ts'
import type { ViewerSource } from '../core/source.ts'
import type { Persistence } from '../core/store/persistence.ts'
import { useIdentityRefresh } from '../core/loading/use-identity-refresh.ts'
import { listShownImages } from '../core/grid/grid.ts'
import { GridPicker } from '../core/grid/grid-picker.tsx'
import { GridView } from '../core/grid/grid-view.tsx'
import { useGridActions } from '../core/grid/use-grid-actions.ts'
import type { GridActions } from '../core/grid/use-grid-actions.ts'
import type { Grid } from '../core/model.ts'
import { usePanelData } from '../core/panel/use-panel-data.ts'
import { ViewerPanel } from './viewer-panel.tsx'
import type { PanelHosts } from './viewer-panel.tsx'
import { Toolbar } from '../core/toolbar/toolbar.tsx'
import { SaveStatus } from '../core/toolbar/save-status.tsx'
import { createPriorImagesStore } from './priors/prior-images.ts'
import type { PriorImages } from './priors/prior-images.ts'
import { ExportMenu, useImageExport } from './print/export-menu.tsx'
import type { ViewerReport } from './print/export-menu.tsx'
import { createPresentation } from './print/presentation.ts'
import { createPrintLabels } from './print/print-labels.ts'
import { createTakeSnapshot } from './print/take-snapshot.ts'
import type { TakeSnapshot } from './print/take-snapshot.ts'
import { HangingStrip } from './hanging/hanging-strip.tsx'
import { useHanging } from './hanging/use-hanging.ts'
import { ThumbnailList } from './thumbnails/thumbnail-list.tsx'
import type { OtherSlices } from './thumbnails/slices-tile.tsx'
import { MeasurementGuide } from './measurements/guided/measurement-guide.tsx'
import { suggestTools } from './measurements/guided/suggest-tools.ts'
import { useActiveImage } from '../core/presentation/use-active-image.ts'
import { zoomBy } from '../core/gestures/view-transforms.ts'
import { reportMissingImage } from '../core/toolbar/use-image-actions.ts'
import { useScene } from '../core/store/use-scene.ts'
import { SharpeningFilters } from '../core/rendering/sharpening.tsx'
import { withViewport } from '../core/store/viewer-store.ts'
import { useViewerShortcuts } from '../core/keyboard/use-viewer-shortcuts.ts'
import { isFlipped } from '../core/toolbar/viewport-actions.ts'
import { useWindowPresets } from '../core/toolbar/use-window-presets.ts'
import styles from '../viewer.module.css'

/** The image with which the viewer is opened. */
export interface OpenedImage {
  readonly image: ImageId
  /** Whether it is one of several: then the layout of the study is applied. */
  readonly isLayout: boolean
}

export interface ViewerProps {
  readonly source: ViewerSource
  /** Undefined: changes last until the viewer is closed, as in the case viewer. */
  readonly state?: Persistence | undefined
  /** Whether VHS, TPLO, TTA and similar tools are offered. */
  readonly hasAdvancedTools: boolean
  /** Undefined if the viewer is a part of a page. */
  readonly onBack?: (() => void) | undefined
  /** The image that the address names; undefined if it names only the study. */
  readonly opened?: OpenedImage | undefined
  /** Called with the image of the active cell, and whether there are further cells. */
  readonly onShown?: ((imageId: ImageId, isLayout: boolean) => void) | undefined
  /** Called with the picture of a crop that the user has accepted, and its image. */
  readonly onCropped?: ((picture: Blob, imageId: ImageId) => void) | undefined
  /** Shows the content of the right panel in elements of the page, which has no panel then. */
  readonly panelHosts?: PanelHosts | undefined
  /** Called with a measurement as text, for the report beside the images. */
  readonly onInsertMeasurement?: ((text: string) => void) | undefined
  /** Time zone of the clinic. */
  readonly timeZone?: string | undefined
  /** CT and MR slices of the study, which another viewer shows. */
  readonly slices?: OtherSlices | undefined
  /** Content of other features for the active image. */
  readonly slots: {
    readonly forms?: (imageId: ImageId | undefined) => ReactNode
    readonly createCase?: ReactNode
    readonly report?: ViewerReport | undefined
    /** Remarks about an image, shown in its viewport and marked at its thumbnail. */
    readonly imageNotes?: (imageId: ImageId) => readonly string[]
    /** Shown below the data of an image. */
    readonly imageData?: (imageId: ImageId) => ReactNode
    /** Shown in the host of earlier studies if the source has none. */
    readonly noPriors?: ReactNode
  }
}

/**
 * Saves the view of an image as a presentation state. A view by a received state is not ours: it may
 * use lookup tables that the image lacks.
 */
const createSavePresentation = (session: ViewerSession, { storePresentation }: ViewerSource) =>
  storePresentation &&
  (async (id: ImageId) => storePresentation(id, createPresentation(session, id)))

/** The camera of the crop is set with the next frame, and the picture is taken after it. */
function createCropHandler(takeSnapshot: TakeSnapshot, onCropped: ViewerProps['onCropped']) {
  if (!onCropped) return undefined
  return (imageId: ImageId) => {
    requestAnimationFrame(() => {
      takeSnapshot(imageId, { withDrawings: true, isForPrint: true }).then(
        ({ file }) => onCropped(file, imageId),
        // As specified: a picture that cannot be taken is only logged.
        // oxlint-disable-next-line no-console
        (error: unknown) => console.error(error),
      )
    })
  }
}

/** Zooms about the centre of the viewport. */
function zoomImage(
  { store, cameras }: ViewerSession,
  imageId: ImageId | undefined,
  factor: number,
) {
  const camera = imageId === undefined ? undefined : cameras.get(imageId)
  if (imageId === undefined || !camera) {
    reportMissingImage()
    return
  }
  const { width, height } = camera.viewportSize
  store.adjust(imageId, withViewport(zoomBy(camera, { x: width / 2, y: height / 2 }, factor)))
}

/** Wheel, arrows and double click of a cell; images of other studies have no neighbours. */
function createBrowsing(
  actions: GridActions,
  grid: Grid,
  index: number,
  imageIds: readonly ImageId[],
) {
  const imageId = grid.cells[index]?.imageId
  const isOwn = imageId !== undefined && imageIds.includes(imageId)
  return {
    onBrowse:
      isOwn && imageIds.length > 1
        ? (by: 1 | -1) => {
            actions.activate(index)
            actions.step(by)
          }
        : undefined,
    onStepCell: grid.cells.length > 1 ? actions.stepCell : undefined,
    onEnlarge: actions.toggleOneUp,
  }
}

/** Reports the active image of the study; images of earlier studies have addresses of their own. */
function useShownImage({ source, onShown }: ViewerProps, grid: Grid) {
  const active = grid.cells[grid.active]?.imageId
  const isOwn = source.images.some(({ id }) => id === active)
  const isLayout = grid.cells.length > 1
  useEffect(() => {
    if (active !== undefined && isOwn) onShown?.(active, isLayout)
  }, [active, isOwn, isLayout, onShown])
}

export function RadiographViewer(props: ViewerProps & { readonly session: ViewerSession }) {
  const { session, source, hasAdvancedTools, slots, panelHosts, slices } = props
  const { store, saver, imageCache } = session
  const { imageNotes: listNotes } = slots
  const imageIds = source.images.map(({ id }) => id)
  const { t, i18n } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const [priors] = useState(createPriorImagesStore)
  const priorState = useStore(priors)
  const actions = useGridActions(store, imageIds)
  const [isListOpen, setListOpen] = useState(source.images.length > 1 || slices !== undefined)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const togglePanel = { isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }
  const active = grid.cells[grid.active]?.imageId
  const { loaded, isLoaded, isPresented, hasSpacing } = useActiveImage(session, active)
  const panelData = usePanelData(
    session,
    isPanelOpen || panelHosts ? imageIds : listShownImages(grid),
  )
  const findImage = (id: ImageId): Image | undefined =>
    source.images.find((image) => image.id === id) ?? priorState.images.get(id)?.image
  const presets = useWindowPresets(loaded, (active && findImage(active)?.bodyPart) ?? '')
  const patient = usePatient(source)
  const suggested = hasAdvancedTools ? suggestTools(source.images, patient.species ?? '') : []
  const presentations = { source: source.presentations, list: usePresentationList(source) }
  useIdentityRefresh(imageCache, source)
  const takeSnapshot = createTakeSnapshot(session, t)
  const exportActions = useImageExport({
    store,
    takeSnapshot,
    report: slots.report,
    findImage,
    savePresentation: isPresented ? undefined : createSavePresentation(session, source),
    printLabels: createPrintLabels(loaded.metadata, {
      findImage,
      getMetadata: panelData.getMetadata,
      getNotice: (id) =>
        isFlipped(store.viewState(id).viewport) ? t('viewer:overlay.mirrored') : '',
      language: toLanguage(i18n.language),
    }),
  })
  const hasOverlay = loaded.metadata?.display?.planes?.graphics ?? false
  const hanging = useHanging({ session, source, priorImages: priors, opened: props.opened })
  useShownImage(props, grid)
  useViewerShortcuts({
    store,
    actions,
    cine: session.cine,
    active,
    frames: loaded.metadata?.display?.frames ?? 1,
    isLoaded,
    hasOverlay,
    hasAdvancedTools,
    // The spacing of an image that is still loading is unknown, not missing.
    hasSpacing: hasSpacing || !isLoaded,
    presets,
    zoom: (factor) => zoomImage(session, active, factor),
    hasLayouts: hanging.stages.length > 0,
    stepStage: hanging.stages.length > 1 ? hanging.step : undefined,
    print: exportActions.print,
    addToReport: exportActions.addToReport,
  })
  return (
    <div className={styles.viewer} data-viewer>
      <SharpeningFilters />
      <Toolbar
        store={store}
        hasAdvancedTools={hasAdvancedTools}
        isLoaded={isLoaded}
        hasSpacing={hasSpacing}
        hasOverlay={hasOverlay}
        presets={presets}
        onBack={props.onBack}
        sidebar={{ isOpen: isListOpen, toggle: () => setListOpen(!isListOpen) }}
        panel={panelHosts ? undefined : togglePanel}
        slots={{
          grid:
            source.images.length > 1 ? <GridPicker grid={grid} onPick={actions.resize} /> : null,
          forms: slots.forms?.(active),
          createCase: slots.createCase,
          export: <ExportMenu actions={exportActions} hasSpacing={hasSpacing} />,
          status: saver ? <SaveStatus saver={saver} /> : null,
        }}
      />
      <div className={styles.body}>
        {isListOpen ? (
          <ThumbnailList {...{ source, grid, listNotes, slices }} onChoose={actions.choose} />
        ) : null}
        <div className={styles.middle}>
          <MeasurementGuide
            store={store}
            imageId={active}
            context={active === undefined ? undefined : panelData.getContext(active)}
            patient={patient}
            otherwise={<HangingStrip {...{ hanging, suggested, store, hasSpacing }} />}
          />
          <Viewports
            {...{ session, source, grid, actions, priorState, findImage, presentations, listNotes }}
            timeZone={props.timeZone}
            onCropAccepted={createCropHandler(takeSnapshot, props.onCropped)}
          />
        </div>
        <ViewerPanel
          {...panelData}
          hosts={panelHosts}
          isOpen={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          store={store}
          source={source}
          priorImages={priors}
          timeZone={props.timeZone}
          imageData={active === undefined ? null : slots.imageData?.(active)}
          onInsertMeasurement={props.onInsertMeasurement}
          noPriors={slots.noPriors}
        />
      </div>
    </div>
  )
}

const bindImage = (handle: ((imageId: ImageId) => void) | undefined, imageId: ImageId) =>
  handle && (() => handle(imageId))

interface ViewportsProps {
  readonly session: ViewerSession
  readonly source: ViewerSource
  readonly grid: Grid
  readonly actions: GridActions
  readonly priorState: PriorImages
  readonly findImage: (id: ImageId) => Image | undefined
  readonly presentations: ImagePresentations
  readonly timeZone: ViewerProps['timeZone']
  readonly listNotes: ViewerProps['slots']['imageNotes']
  readonly onCropAccepted: ((imageId: ImageId) => void) | undefined
}

/** The cells of the grid with their images. */
function Viewports(props: ViewportsProps) {
  const { session, source, grid, actions, priorState, findImage, presentations } = props
  return (
    <GridView grid={grid}>
      {(cell, index) => (
        <GridViewport
          key={`${cell.row} ${cell.column}`}
          grid={grid}
          cell={cell}
          index={index}
          actions={actions}
          store={session.store}
        >
          {(size) =>
            cell.imageId === undefined ? null : (
              <ImageView
                key={cell.imageId}
                session={session}
                imageId={cell.imageId}
                image={findImage(cell.imageId)}
                original={source.original}
                timeZone={props.timeZone}
                notes={props.listNotes?.(cell.imageId) ?? []}
                prior={priorState.images.get(cell.imageId)}
                presentations={priorState.images.has(cell.imageId) ? undefined : presentations}
                size={size}
                isActive={index === grid.active}
                browsing={{
                  ...createBrowsing(actions, grid, index, session.imageIds()),
                  onCropAccepted: bindImage(props.onCropAccepted, cell.imageId),
                }}
              />
            )
          }
        </GridViewport>
      )}
    </GridView>
  )
}
