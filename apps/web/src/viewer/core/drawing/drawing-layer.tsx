import { VisuallyHidden } from '@mantine/core'
import { isDrawingTool } from '@talus/contract'
import type { Crop, ImageId, SpacingFacts } from '@talus/contract'
import { resolveSpacing } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useRef } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import type { Camera } from '../camera/camera.ts'
import { filterByFrame } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { acceptCrop, exitCrop, resetCrop } from '../gestures/crop.ts'
import { withCalibration } from '../gestures/calibrate.ts'
import { toDrawing } from '../gestures/draft.ts'
import { DrawingView } from './drawing-view.tsx'
import { selectDrawing } from '../gestures/edit-gestures.ts'
import type { PointerInput } from '../gestures/gesture-types.ts'
import { createWheelSteps } from '../gestures/view-transforms.ts'
import type { WindowState } from '../gestures/view-transforms.ts'
import { Handles } from './handles.tsx'
import { Magnifier } from './magnifier.tsx'
import { toCropPath, CropShade, CalibrationReference } from './tool-overlays.tsx'
import { CalibrateBar, CropBar } from './tool-option-bars.tsx'
import { useScene } from '../store/use-scene.ts'
import { useDrawingLayer } from './use-drawing-layer.ts'
import classes from './drawing-layer.module.css'

/** Frame control by the pointer and the keys of a viewport. */
interface LoopControls {
  readonly step: (by: number) => void
  readonly pause: () => void
  readonly toggle: () => void
}

export interface DrawingLayerProps {
  readonly imageId: ImageId
  /** Camera with the viewport and crop of the store; its size is that of the layer. */
  readonly camera: Camera
  readonly context: MeasuringContext
  /** Pixel size facts of the file, used when a calibration is removed. */
  readonly spacingFacts: SpacingFacts | null | undefined
  readonly store: ViewerStore
  /** Undefined for previews and colour images, which have no window to change. */
  readonly windowState: WindowState | undefined
  /** The visible frame, from 1. */
  readonly frame?: number
  /** Set for multi-frame images; must be stable for the lifetime of the image. */
  readonly loop?: LoopControls | undefined
  /** Content of the image for screen readers. */
  readonly label: string
  readonly isActive: boolean
  /** False makes the layer read-only. */
  readonly canDraw?: boolean
  /** Renders the image with another camera, for the magnifier. */
  readonly renderImage?: (camera: Camera) => ReactNode
  readonly onCropAccepted?: (crop: Crop) => void
}

const kinds = { mouse: 'mouse', touch: 'touch', pen: 'pen' } as const
const isKind = (kind: string): kind is PointerInput['kind'] => Object.hasOwn(kinds, kind)

/** Must run before the pointer is captured: afterwards every event target is the layer itself. */
function toPointerInput(event: PointerEvent<HTMLElement>, isSpaceHeld: boolean): PointerInput {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  const label = event.target instanceof Element ? event.target.closest('[data-label]') : null
  const text = label?.querySelector('text')?.getBoundingClientRect()
  return {
    id: event.pointerId,
    at: { x: event.clientX - left, y: event.clientY - top },
    kind: isKind(event.pointerType) ? event.pointerType : 'mouse',
    button: isSpaceHeld && event.button === 0 ? 1 : event.button,
    time: event.timeStamp,
    label: label?.getAttribute('data-label') ?? undefined,
    labelAt: text && { x: text.left - left, y: text.top - top },
  }
}

const cursors: Readonly<Record<string, string>> = {
  windowLevel: 'default',
  zoom: 'zoom-in',
  pan: 'grab',
  magnifier: 'zoom-in',
  eraser: 'pointer',
}

/** Layer above the image of a viewport: shows the drawings and handles pointers and keys. */
export const DrawingLayer = (props: DrawingLayerProps) => (
  <ImageDrawingLayer key={props.imageId} {...props} />
)

function ImageDrawingLayer(props: DrawingLayerProps) {
  const { imageId, camera, context, store, label, isActive, canDraw = true } = props
  const { frame = 1, loop } = props
  const { t } = useTranslation()
  const { host, controller, keys } = useDrawingLayer(props)
  const view = useStore(host.view)
  const tool = useScene(store, (scene) => scene.tool)
  const state = useScene(store, () => store.imageState(imageId))
  const areDrawingsVisible = useScene(store, (scene) => scene.areDrawingsVisible)
  const selected = useScene(store, ({ selected: one }) =>
    one?.imageId === imageId ? one.drawingId : undefined,
  )
  const fontSize = useMediaQuery('(min-width: 1920px)') ? 18 : 15
  const root = useRef<HTMLDivElement>(null)
  const isSpaceHeld = useRef(false)
  const isSpaceUsed = useRef(false)
  const clipId = useId()
  const isCropping = tool === 'crop' && isActive && canDraw
  const isCalibrating = tool === 'calibrate' && isActive && canDraw
  const hasCrop = state.crop !== undefined

  useEffect(() => {
    const { current } = root
    if (!current) return undefined
    // React registers passive wheel listeners, which cannot prevent the page from scrolling.
    const toSteps = createWheelSteps()
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (loop && event.shiftKey) {
        const by = toSteps(event)
        if (by !== 0) loop.step(by)
        return
      }
      const { left, top } = current.getBoundingClientRect()
      controller.wheel({ x: event.clientX - left, y: event.clientY - top }, event)
    }
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [controller, loop])

  // An unfinished step is cancelled when the tool, the frame or the active viewport changes.
  useEffect(() => {
    if (isActive) return () => void controller.cancel()
    return undefined
  }, [controller, tool, isActive, frame])
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

  const accept = () => {
    const crop = acceptCrop(host)
    if (crop) props.onCropAccepted?.(crop)
  }
  const removeCalibration = () =>
    store.commit(
      imageId,
      withCalibration(undefined, { ...context, ...resolveSpacing(props.spacingFacts, undefined) }),
    )
  const drawing = view.draft && toDrawing(view.draft)
  const drawings = areDrawingsVisible ? filterByFrame(state.drawings, frame) : []
  const selectedDrawing = drawings.find(({ id }) => id === selected)
  const cursor =
    view.busyWith === 'pan'
      ? 'grabbing'
      : view.grip && tool !== 'eraser'
        ? view.grip.handle === undefined && selected !== view.grip.drawingId
          ? 'pointer'
          : 'move'
        : (cursors[tool] ?? 'crosshair')

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=application handles pointers and keys itself
    <div
      ref={root}
      className={classes.stage}
      role="application"
      aria-label={t('measure:stage.label', { name: label })}
      aria-describedby={canDraw ? `${clipId}keys` : undefined}
      tabIndex={0}
      style={{ cursor }}
      onPointerDown={(event) => {
        const press = toPointerInput(event, isSpaceHeld.current)
        isSpaceUsed.current = true
        // Drawing on a playing loop pauses it at the visible frame.
        if (isDrawingTool(tool) || tool === 'eraser' || tool === 'calibrate') loop?.pause()
        event.currentTarget.focus({ preventScroll: true })
        event.currentTarget.setPointerCapture(event.pointerId)
        controller.down(press)
      }}
      onPointerMove={(event) => controller.move(toPointerInput(event, false))}
      onPointerUp={(event) => controller.up(toPointerInput(event, false))}
      onPointerCancel={(event) => controller.lose(event.pointerId)}
      onPointerLeave={controller.leave}
      // Prevents scrolling by the middle button and the context menu: both buttons are used here.
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onDoubleClick={({ clientX, clientY }) => {
        // The pointer was captured, so the event target is the layer and not the label below.
        const target = document.elementFromPoint(clientX, clientY)
        const id = target?.closest('[data-label]')?.getAttribute('data-label')
        if (id) keys.editText(id)
      }}
      onKeyDown={(event) => {
        if (event.key === ' ' && !event.repeat) {
          isSpaceHeld.current = true
          isSpaceUsed.current = false
        }
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === ' ' || keys.down(event)) event.preventDefault()
      }}
      onKeyUp={(event) => {
        if (event.key === ' ') {
          // Space with a drag pans the image; Space alone plays, as in other players.
          if (isSpaceHeld.current && !isSpaceUsed.current) loop?.toggle()
          isSpaceHeld.current = false
        }
        if (event.key.startsWith('Arrow')) keys.up()
      }}
      onBlur={() => {
        isSpaceHeld.current = false
        keys.up()
      }}
    >
      {canDraw ? (
        <VisuallyHidden id={`${clipId}keys`}>{t('measure:stage.keys')}</VisuallyHidden>
      ) : null}
      <svg
        className={classes.layer}
        width={camera.viewportSize.width}
        height={camera.viewportSize.height}
        data-drawings-of={imageId}
      >
        {state.crop ? (
          <clipPath id={clipId}>
            <path d={toCropPath(state.crop, camera)} />
          </clipPath>
        ) : null}
        {drawings.map((one) =>
          one.id === drawing?.id ? null : (
            <DrawingView
              key={one.id}
              drawing={one}
              camera={camera}
              context={context}
              fontSize={fontSize}
              isSelected={one.id === selected}
              clip={state.crop ? `url(#${clipId})` : undefined}
              onFocus={(id) => selectDrawing(host, id)}
            />
          ),
        )}
      </svg>
      {/* A separate SVG, so that snapshots of the drawings do not include it. */}
      <svg
        className={classes.aids}
        width={camera.viewportSize.width}
        height={camera.viewportSize.height}
      >
        {selectedDrawing && canDraw && !drawing ? (
          <Handles drawing={selectedDrawing} camera={camera} grip={view.grip} />
        ) : null}
        {drawing ? (
          <DrawingView
            drawing={drawing}
            camera={camera}
            context={context}
            fontSize={fontSize}
            isSelected
            isDraft
          />
        ) : null}
        {isCropping && view.crop ? <CropShade crop={view.crop} camera={camera} /> : null}
        {view.reference ? (
          <CalibrationReference {...view.reference} method={view.referenceMethod} camera={camera} />
        ) : null}
      </svg>
      {view.magnifier && props.renderImage ? (
        <Magnifier {...view.magnifier} camera={camera} renderImage={props.renderImage} />
      ) : null}
      {isCropping && !hasCrop ? (
        <CropBar
          isDrawn={view.crop !== undefined}
          onAccept={accept}
          onReject={() => exitCrop(host)}
        />
      ) : null}
      {isCalibrating ? (
        <CalibrateBar
          method={view.referenceMethod}
          isCalibrated={state.calibration !== undefined}
          onMethod={(referenceMethod) => host.view.set((now) => ({ ...now, referenceMethod }))}
          onRemove={removeCalibration}
        />
      ) : null}
    </div>
  )
}
