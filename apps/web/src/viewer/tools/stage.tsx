import { VisuallyHidden } from '@mantine/core'
import type { Crop, ImageId, SpacingFacts } from '@talus/contract'
import { spacingOf } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useRef } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import type { Camera } from '../engine/camera.ts'
import { drawnOn } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { acceptCrop, leaveCrop, resetCrop } from './crop.ts'
import { withCalibration } from './calibrate.ts'
import { isDrawingTool } from './controller.ts'
import { drawingOf } from './draft.ts'
import { DrawingView } from './drawing-view.tsx'
import { select } from './edit-gestures.ts'
import type { Press } from './gesture.ts'
import { createWheelSteps } from './gestures.ts'
import type { ShownGreys } from './gestures.ts'
import { Handles } from './handles.tsx'
import { Magnifier } from './magnifier.tsx'
import { cropPath, CropShade, Reference } from './overlays.tsx'
import { CalibrateBar, CropBar } from './stage-bars.tsx'
import { useScene } from './use-scene.ts'
import { useStage } from './use-stage.ts'
import classes from './stage.module.css'

/** What the pointer and the keys of a cell do with the frames of its image. */
interface LoopControls {
  readonly step: (by: number) => void
  readonly pause: () => void
  readonly toggle: () => void
}

export interface StageProps {
  readonly imageId: ImageId
  /** With the viewport and crop of the store; its cell is that of the stage, in CSS pixels. */
  readonly camera: Camera
  readonly context: MeasuringContext
  /** What the file says of its pixels: for when a calibration is taken back. */
  readonly spacingFacts: SpacingFacts | null | undefined
  readonly store: ViewerStore
  /** Undefined while only a preview is there, and for colour: window and level do nothing then. */
  readonly greys: ShownGreys | undefined
  /** That is seen, from 1. */
  readonly frame?: number
  /** Of an image with several frames; the same one as long as the image is. */
  readonly loop?: LoopControls | undefined
  /** What the image shows, in words. */
  readonly label: string
  readonly isActive: boolean
  /** False lets somebody look only. */
  readonly canDraw?: boolean
  /** The image under another camera, for the magnifying glass. */
  readonly renderImage?: (camera: Camera) => ReactNode
  readonly onCropAccepted?: (crop: Crop) => void
}

const kinds = { mouse: 'mouse', touch: 'touch', pen: 'pen' } as const
const isKind = (kind: string): kind is Press['kind'] => Object.hasOwn(kinds, kind)

/** From the corner of the cell. Read before the pointer is captured: afterwards all lies on the stage. */
function pressOf(event: PointerEvent<HTMLElement>, isSpaceHeld: boolean): Press {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  const words = event.target instanceof Element ? event.target.closest('[data-label]') : null
  const written = words?.querySelector('text')?.getBoundingClientRect()
  return {
    id: event.pointerId,
    at: { x: event.clientX - left, y: event.clientY - top },
    kind: isKind(event.pointerType) ? event.pointerType : 'mouse',
    button: isSpaceHeld && event.button === 0 ? 1 : event.button,
    time: event.timeStamp,
    label: words?.getAttribute('data-label') ?? undefined,
    labelAt: written && { x: written.left - left, y: written.top - top },
  }
}

const cursors: Readonly<Record<string, string>> = {
  windowLevel: 'default',
  zoom: 'zoom-in',
  pan: 'grab',
  magnifier: 'zoom-in',
  eraser: 'pointer',
}

/** What lies over the image of one cell: its drawings, and everything a pointer does. */
export const Stage = (props: StageProps) => <StageOfImage key={props.imageId} {...props} />

function StageOfImage(props: StageProps) {
  const { imageId, camera, context, store, label, isActive, canDraw = true } = props
  const { frame = 1, loop } = props
  const { t } = useTranslation()
  const { host, controller, keys } = useStage(props)
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
    // React listens passively, where the page could not be kept from scrolling.
    const turned = createWheelSteps()
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (loop && event.shiftKey) {
        const by = turned(event)
        if (by !== 0) loop.step(by)
        return
      }
      const { left, top } = current.getBoundingClientRect()
      controller.wheel({ x: event.clientX - left, y: event.clientY - top }, event)
    }
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [controller, loop])

  // A step that was begun with another tool, on another frame, or in a cell that is no longer active, is not
  // finished here.
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
      void host.askResetCrop().then((isYes) => (isYes ? resetCrop(host) : leaveCrop(host)))
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
      withCalibration(undefined, { ...context, ...spacingOf(props.spacingFacts, undefined) }),
    )
  const drawing = view.draft && drawingOf(view.draft)
  const drawings = areDrawingsVisible ? drawnOn(state.drawings, frame) : []
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes pointers and keys itself
    <div
      ref={root}
      className={classes.stage}
      role="application"
      aria-label={t('measure:stage.label', { name: label })}
      aria-describedby={canDraw ? `${clipId}keys` : undefined}
      tabIndex={0}
      style={{ cursor }}
      onPointerDown={(event) => {
        const press = pressOf(event, isSpaceHeld.current)
        isSpaceUsed.current = true
        // Whoever draws on a loop draws on the frame that he sees.
        if (isDrawingTool(tool) || tool === 'eraser' || tool === 'calibrate') loop?.pause()
        event.currentTarget.focus({ preventScroll: true })
        event.currentTarget.setPointerCapture(event.pointerId)
        controller.down(press)
      }}
      onPointerMove={(event) => controller.move(pressOf(event, false))}
      onPointerUp={(event) => controller.up(pressOf(event, false))}
      onPointerCancel={(event) => controller.lose(event.pointerId)}
      onPointerLeave={controller.leave}
      // The middle button scrolls and the right one opens a menu, both of which we use.
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onDoubleClick={({ clientX, clientY }) => {
        // The pointer was captured: every click lies on the stage, whatever is under it.
        const under = document.elementFromPoint(clientX, clientY)
        const id = under?.closest('[data-label]')?.getAttribute('data-label')
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
          // Held for a pointer it moves the image; by itself it plays, as everywhere.
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
        width={camera.cell.width}
        height={camera.cell.height}
        data-drawings-of={imageId}
      >
        {state.crop ? (
          <clipPath id={clipId}>
            <path d={cropPath(state.crop, camera)} />
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
              onFocus={(id) => select(host, id)}
            />
          ),
        )}
      </svg>
      {/* Apart, so that pictures of the drawings do not show it. */}
      <svg className={classes.aids} width={camera.cell.width} height={camera.cell.height}>
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
          <Reference {...view.reference} method={view.referenceMethod} camera={camera} />
        ) : null}
      </svg>
      {view.magnifier && props.renderImage ? (
        <Magnifier {...view.magnifier} camera={camera} renderImage={props.renderImage} />
      ) : null}
      {isCropping && !hasCrop ? (
        <CropBar
          isDrawn={view.crop !== undefined}
          onAccept={accept}
          onReject={() => leaveCrop(host)}
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
