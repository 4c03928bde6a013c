import { VisuallyHidden } from '@mantine/core'
import type { Drawing, ImageId } from '@talus/contract'
import { resolveSpacing } from '@talus/measurements'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import { filterByFrame } from '../store/viewer-store.ts'
import { needsDrawing } from '../gestures/controller.ts'
import { acceptCrop, exitCrop, resetCrop } from '../gestures/crop.ts'
import { withCalibration } from '../gestures/calibrate.ts'
import { getDraft, toDrawing } from '../gestures/draw-gesture.ts'
import { toKeyedPart } from '../gestures/keyboard-drawing.ts'
import { AuthorNote } from './author-note.tsx'
import { DrawingView } from './drawing-view.tsx'
import { selectDrawing } from '../gestures/edit-gestures.ts'
import type { DrawingLayerState, GestureHost } from '../gestures/gesture-types.ts'
import { Handles } from './handles.tsx'
import { Magnifier } from './magnifier.tsx'
import { toCropPath, CropShade, CalibrationReference } from './tool-overlays.tsx'
import { CalibrateBar, CropBar } from './tool-option-bars.tsx'
import { RotateBar } from './rotate-bar.tsx'
import { useScene } from '../store/use-scene.ts'
import type { PointerTool } from '../model.ts'
import { PresentedGraphics } from './presented-graphics.tsx'
import { useDrawingLabels } from './use-drawing-labels.ts'
import { useDrawingLayer } from './use-drawing-layer.ts'
import type { DrawingLayerProps } from './use-drawing-layer.ts'
import { useLayerInput, useWheel } from './use-layer-input.ts'
import classes from './drawing-layer.module.css'

const cursors: Readonly<Record<string, string>> = {
  windowLevel: 'default',
  zoom: 'zoom-in',
  pan: 'grab',
  rotate: 'grab',
  magnifier: 'zoom-in',
  eraser: 'pointer',
  scroll: 'ns-resize',
}

/** Layer above the image of a viewport: shows the drawings and handles pointers and keys. */
export const DrawingLayer = (props: DrawingLayerProps) => (
  <ImageDrawingLayer key={props.layerKey ?? props.imageId} {...props} />
)

/** Cancels unfinished steps, and asks before an existing crop is replaced. */
function useToolChanges(
  { host, controller }: ReturnType<typeof useDrawingLayer>,
  {
    isActive,
    imageId,
    frame,
    tool,
    place,
  }: {
    isActive: boolean
    imageId: ImageId
    frame: number
    tool: PointerTool
    place: object | undefined
  },
  { isCropping, hasCrop }: { isCropping: boolean; hasCrop: boolean },
) {
  // An unfinished step is cancelled when the tool, the image or the active viewport changes.
  useEffect(() => {
    if (isActive) return () => void controller.cancel()
    return undefined
  }, [controller, tool, isActive])
  useEffect(() => {
    if (isActive) return () => controller.changeImage()
    return undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the image changes with these three
  }, [controller, isActive, imageId, frame, place])
  useEffect(() => {
    if (!isCropping) host.view.set((now) => (now.crop ? { ...now, crop: undefined } : now))
  }, [host, isCropping])
  useEffect(() => {
    if (!isCropping || !hasCrop) return undefined
    const timer = setTimeout(() => {
      void host.askResetCrop().then((isYes) => (isYes ? resetCrop(host) : exitCrop(host)))
    }, 0)
    return () => clearTimeout(timer)
  }, [host, isCropping, hasCrop])
}

/**
 * Keys belong to the active image: it takes the focus when it replaces the focused image, and when
 * nothing else has it.
 */
function useFocusOfActive(root: RefObject<HTMLElement | null>, isActive: boolean) {
  useEffect(() => {
    const { activeElement } = document
    // A page that was opened by a link has the focus on its main part.
    const isFree =
      activeElement === document.body ||
      activeElement?.localName === 'main' ||
      activeElement?.role === 'application'
    if (isActive && isFree) root.current?.focus({ preventScroll: true })
  }, [root, isActive])
}

function getCursor(
  view: DrawingLayerState,
  tool: PointerTool,
  selected: string | undefined,
  canDraw: boolean,
): string {
  if (view.busyWith === 'pan' || view.busyWith === 'rotate') return 'grabbing'
  if (!canDraw && needsDrawing(tool)) return 'default'
  if (!view.grip || tool === 'eraser') return cursors[tool] ?? 'crosshair'
  const isOther = view.grip.handle === undefined && selected !== view.grip.drawingId
  return isOther ? 'pointer' : 'move'
}

/** The drawings with the one that is being drawn, in its place if it continues one of them. */
function withDraft(drawings: readonly Drawing[], draft: Drawing | undefined): readonly Drawing[] {
  if (!draft) return drawings
  return drawings.some(({ id }) => id === draft.id)
    ? drawings.map((one) => (one.id === draft.id ? draft : one))
    : [...drawings, draft]
}

/** The visible drawings, the one that is being drawn, and the labels of all of them. */
function useDrawings(host: GestureHost, props: DrawingLayerProps, fontSize: number) {
  const { imageId, camera, context, store, frame = 1 } = props
  const areVisible = useScene(store, (scene) => scene.areDrawingsVisible)
  const all = useScene(store, () => store.viewState(imageId).drawings)
  const begun = useScene(store, () => getDraft(host))
  const draft = useMemo(() => begun && toDrawing(begun), [begun])
  const drawings = useMemo(
    () => (areVisible ? filterByFrame(all, frame) : []),
    [areVisible, all, frame],
  )
  const labelled = useMemo(() => withDraft(drawings, draft), [drawings, draft])
  const labels = useDrawingLabels({ drawings: labelled, camera, context, fontSize })
  return { drawings, draft, keyedPart: begun?.keyed ? toKeyedPart(begun) : undefined, labels }
}

function ImageDrawingLayer(props: DrawingLayerProps) {
  const { imageId, camera, context, store, label, isActive, canDraw = true } = props
  const { frame = 1 } = props
  const { t } = useTranslation()
  const layer = useDrawingLayer(props)
  const { host } = layer
  const view = useStore(host.view)
  const tool = useScene(store, (scene) => scene.tool)
  const state = useScene(store, () => store.viewState(imageId))
  const areDrawingsVisible = useScene(store, (scene) => scene.areDrawingsVisible)
  const selected = useScene(store, ({ selected: one }) =>
    one?.viewId === imageId ? one.drawingId : undefined,
  )
  const fontSize = useMediaQuery('(min-width: 1920px)') ? 18 : 15
  const root = useRef<HTMLDivElement>(null)
  const clipId = useId()
  const isCropping = tool === 'crop' && isActive && canDraw
  const hasCrop = state.crop !== undefined
  useWheel(root, layer.controller)
  useFocusOfActive(root, isActive)
  const { place } = props
  useToolChanges(layer, { isActive, imageId, frame, tool, place }, { isCropping, hasCrop })
  const input = useLayerInput(layer, tool, props)
  const { drawings, draft, keyedPart, labels } = useDrawings(host, props, fontSize)
  const draftLabel = draft && labels.get(draft.id)
  const selectedDrawing = drawings.find(({ id }) => id === selected)
  const hovered = drawings.find(({ id }) => id === view.hovered)
  const note = hovered && props.describeAuthor?.(hovered.id)
  const { width, height } = camera.viewportSize

  return (
    <div
      ref={root}
      className={classes.stage}
      role="application"
      aria-label={t('measure:stage.label', { name: label })}
      aria-describedby={canDraw ? `${clipId}keys` : undefined}
      tabIndex={0}
      style={{ cursor: getCursor(view, tool, selected, canDraw) }}
      {...input}
    >
      {canDraw ? (
        <VisuallyHidden id={`${clipId}keys`}>{t('measure:stage.keys')}</VisuallyHidden>
      ) : null}
      <svg className={classes.layer} width={width} height={height} data-drawings-of={imageId}>
        {state.crop ? (
          <clipPath id={clipId}>
            <path d={toCropPath(state.crop, camera)} />
          </clipPath>
        ) : null}
        {props.presented && areDrawingsVisible ? (
          <g clipPath={state.crop ? `url(#${clipId})` : undefined}>
            <PresentedGraphics
              state={props.presented}
              camera={camera}
              frame={frame}
              fontSize={fontSize}
            />
          </g>
        ) : null}
        {drawings.map((one) => {
          const drawn = labels.get(one.id)
          return one.id === draft?.id || !drawn ? null : (
            <DrawingView
              key={one.id}
              drawing={one}
              label={drawn}
              camera={camera}
              context={context}
              fontSize={fontSize}
              isSelected={one.id === selected}
              clip={state.crop ? `url(#${clipId})` : undefined}
              onFocus={(id) => selectDrawing(host, id)}
            />
          )
        })}
      </svg>
      {/* A separate SVG, so that snapshots of the drawings do not include it. */}
      <svg className={classes.aids} width={width} height={height}>
        {selectedDrawing && canDraw && !draft && store.mayChange(selectedDrawing) ? (
          <Handles drawing={selectedDrawing} camera={camera} grip={view.grip} />
        ) : null}
        {hovered && note && !draft ? (
          <AuthorNote
            drawing={hovered}
            label={labels.get(hovered.id)}
            note={note}
            camera={camera}
            fontSize={fontSize}
          />
        ) : null}
        {draft && draftLabel ? (
          <DrawingView
            drawing={draft}
            label={draftLabel}
            camera={camera}
            context={context}
            fontSize={fontSize}
            isSelected
            isDraft
          />
        ) : null}
        {keyedPart ? <Handles drawing={keyedPart} camera={camera} grip={view.grip} /> : null}
        {isCropping && view.crop ? <CropShade crop={view.crop} camera={camera} /> : null}
        {view.reference ? (
          <CalibrationReference {...view.reference} method={view.referenceMethod} camera={camera} />
        ) : null}
      </svg>
      {props.children}
      {view.magnifier && props.renderImage ? (
        <Magnifier {...view.magnifier} camera={camera} renderImage={props.renderImage} />
      ) : null}
      {isActive && canDraw ? <ToolOptions {...props} host={host} /> : null}
      {isActive && tool === 'rotate' ? <RotateBar store={store} imageId={imageId} /> : null}
    </div>
  )
}

interface ToolOptionsProps extends DrawingLayerProps {
  readonly host: GestureHost
}

/** The option bar of the crop and of the calibration tool. */
function ToolOptions(props: ToolOptionsProps) {
  const { host, imageId, store, context } = props
  const view = useStore(host.view)
  const tool = useScene(store, (scene) => scene.tool)
  const { crop, calibration } = useScene(store, () => store.viewState(imageId))
  if (tool === 'crop' && !crop)
    return (
      <CropBar
        isDrawn={view.crop !== undefined}
        onAccept={() => {
          if (props.onCropTaken) {
            exitCrop(host)
            if (view.crop) props.onCropTaken(view.crop)
            return
          }
          const accepted = acceptCrop(host)
          if (accepted) props.onCropAccepted?.(accepted)
        }}
        onReject={() => exitCrop(host)}
      />
    )
  if (tool !== 'calibrate') return null
  const removeCalibration = () =>
    store.commit(
      imageId,
      withCalibration(undefined, { ...context, ...resolveSpacing(props.spacingFacts, undefined) }),
    )
  return (
    <CalibrateBar
      method={view.referenceMethod}
      isCalibrated={calibration !== undefined}
      onMethod={(referenceMethod) => host.view.set((now) => ({ ...now, referenceMethod }))}
      onRemove={removeCalibration}
    />
  )
}
