import { VisuallyHidden } from '@mantine/core'
import type { Point, Stack } from '@talus/contract'
import {
  fitPlane,
  createGeometry,
  dot,
  getEdgeLabels,
  getPlanes,
  scale,
  subtract,
  toPlaneMillimetres,
} from '@talus/volume'
import type { Frame, Hanging, PlanePicture } from '@talus/volume'
import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { getWheelFactor } from '../../viewer/core/gestures/view-transforms.ts'
import overlayStyles from '../../viewer/core/overlay/overlay.module.css'
import { getOrientation } from '../scene/orientation.ts'
import { getPhase } from '../scene/scene.ts'
import type { CellState } from '../scene/scene.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import {
  clampZoom,
  createRayPicture,
  getSideAxes,
  getVolumePreset,
  turnByDrag,
  turnByKey,
} from '../scene/volume-view.ts'
import type { VolumeView as View } from '../scene/volume-view.ts'
import { getPrior } from '../scene/prior-stacks.ts'
import { PriorLine } from './prior-line.tsx'
import { LoadingNote } from './loading-note.tsx'
import { Notices } from './notices.tsx'
import { listNotices } from './overlay-texts.ts'
import { PhaseButton } from './phase-button.tsx'
import { Identity, PositionLine, nameDirection } from './stack-overlay.tsx'
import { useRayPicture, useRays } from './use-rays.ts'
import type { ViewportProps } from './viewport-props.ts'
import styles from './volume-view.module.css'

interface VolumeViewProps extends ViewportProps {
  readonly cell: CellState
  readonly stack: Stack
}

/** Pixels along the side of a square picture, while it turns and at rest. */
const pictureSizes = {
  card: { moving: 512, full: 1024 },
  processor: { moving: 208, full: 560 },
} as const

/** Turning by one finger or the mouse, zooming by two fingers or the wheel. */
function useVolumeInput(
  session: ViewportProps['session'],
  axes: Hanging,
  onEnlarge: ViewportProps['onEnlarge'],
) {
  const box = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const setView = (change: (now: View) => Partial<View>) =>
    session.scene.set((now) => ({
      ...now,
      volumeView: { ...now.volumeView, ...change(now.volumeView) },
    }))
  const turn = (change: (now: Hanging) => Hanging | undefined) =>
    setView((now) => ({ axes: change(now.axes ?? axes) ?? now.axes }))
  const zoom = (factor: number) => setView((now) => ({ zoom: clampZoom(now.zoom * factor) }))
  const latest = useRef(zoom)
  useEffect(() => {
    latest.current = zoom
  })
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(getWheelFactor(event))
    }
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [])
  const getSpread = () => {
    const [one, other] = [...pointers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : undefined
  }
  const forget = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    ref: box,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const spread = getSpread()
      const at = { x: event.clientX, y: event.clientY }
      pointers.current.set(event.pointerId, at)
      const next = getSpread()
      if (spread && next) zoom(next / spread)
      else turn((now) => turnByDrag(now, before, at))
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    onDoubleClick: () => onEnlarge?.(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const factor = { '+': 1.2, '-': 1 / 1.2 }[event.key]
      if (factor !== undefined) zoom(factor)
      else if (turnByKey(axes, event.key, false))
        turn((now) => turnByKey(now, event.key, event.shiftKey))
      else return
      event.preventDefault()
    },
  }
}

/** The volume in three dimensions. */
export function VolumeView(props: VolumeViewProps) {
  const { session, cell, stack, size, isVeterinary } = props
  const { t } = useTranslation()
  const id = useId()
  const scene = useStore(session.scene)
  const { volumeView } = scene
  const phase = getPhase(scene, stack.key)
  const volume = session.volumes.open(stack, phase, cell.slice)
  const { failed } = useStore(volume.progress)
  const { rays, hasFailed } = useRays(volume, stack, phase)
  const orientation = getOrientation(stack, session.study, isVeterinary)
  const axes = volumeView.axes ?? getSideAxes('left', orientation)
  const input = useVolumeInput(session, axes, props.onEnlarge)
  const window =
    cell.viewport.window ?? getStackWindow(session.autoWindows, stack, volume.peekSlice(cell.slice))
  const preset = getVolumePreset(stack, volumeView.preset, window)
  const createPicture = (pixels: number) =>
    rays && createRayPicture(rays.small, axes, size, { pixels, zoom: volumeView.zoom })
  const key = JSON.stringify([axes, volumeView, size, window])
  const canvas = useRayPicture(
    rays,
    (isMoving) => {
      const sizes = pictureSizes[rays?.isOnCard() ? 'card' : 'processor']
      const picture = createPicture(isMoving ? sizes.moving : sizes.full)
      if (!picture) throw new Error('no volume is open')
      return { picture, preset, box: volumeView.box }
    },
    key,
  )
  const picture = createPicture(Math.max(size.width, size.height) * 2)
  const edges = [
    { edge: 'right', direction: axes.right },
    { edge: 'bottom', direction: axes.down },
    { edge: 'left', direction: scale(axes.right, -1) },
    { edge: 'top', direction: scale(axes.down, -1) },
  ] as const
  return (
    <>
      <div
        {...input}
        className={styles.volume}
        role="application"
        aria-label={t('stacks:volume.label', { name: stack.seriesDescription })}
        aria-describedby={`${id}keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <VisuallyHidden id={`${id}keys`}>{t('stacks:volume.keys')}</VisuallyHidden>
        <canvas ref={canvas} className={styles.canvas} data-volume />
        {scene.layout === '3d-primary' && scene.frame && picture ? (
          <PlaneOutline
            stack={stack}
            phase={phase}
            frame={scene.frame}
            orientation={orientation}
            picture={picture}
            size={size}
          />
        ) : null}
      </div>
      <div className={overlayStyles.overlay} data-slices>
        {edges.map(({ edge, direction }) => (
          <p key={edge} className={overlayStyles.edge} data-edge={edge}>
            {getEdgeLabels(direction, orientation)
              .map((word) => nameDirection(t, orientation, word))
              .join(' ')}
          </p>
        ))}
        <div className={overlayStyles.topLeft}>
          <PriorLine stack={stack} timeZone={props.timeZone} />
          <p>{t('stacks:volume.title')}</p>
          <p>{stack.seriesDescription}</p>
          <PhaseButton session={session} index={props.index} stack={stack} phase={phase} />
          <p className={overlayStyles.quiet}>{t(`stacks:volume.${volumeView.preset}`)}</p>
          <Notices notices={listNotices(t, stack, failed)} />
        </div>
        <Identity
          seriesNumber={stack.seriesNumber}
          identity={props.hasIdentity ? props.attributes : undefined}
          isPrior={getPrior(stack) !== undefined}
        />
        <div className={overlayStyles.bottomRight}>
          <PositionLine stack={stack} study={session.study} />
        </div>
      </div>
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          {t('stacks:volume.failed')}
        </p>
      ) : null}
      <LoadingNote
        volume={volume}
        hasPicture
        onRetry={(cause) => session.retry(stack, phase, cell.slice, cause)}
      />
    </>
  )
}

interface PlaneOutlineProps {
  readonly stack: Stack
  readonly phase: number
  readonly frame: Frame
  readonly orientation: ReturnType<typeof getOrientation>
  readonly picture: PlanePicture
  readonly size: { readonly width: number; readonly height: number }
}

/** The frame of the transverse plane in the 3D view. */
function PlaneOutline({ stack, phase, frame, orientation, picture, size }: PlaneOutlineProps) {
  const shown = fitPlane(createGeometry(stack, phase), getPlanes(frame, orientation).transverse)
  const pixel = (picture.step * picture.width) / size.width
  const corners = [
    [0, 0],
    [shown.width - 1, 0],
    [shown.width - 1, shown.height - 1],
    [0, shown.height - 1],
  ].map(([x = 0, y = 0]) => {
    const way = subtract(toPlaneMillimetres(shown, x, y), picture.plane.origin)
    return [
      size.width / 2 + dot(way, picture.plane.right) / pixel,
      size.height / 2 + dot(way, picture.plane.down) / pixel,
    ]
  })
  return (
    <svg className={styles.outline} {...size} data-plane-outline>
      <polygon points={corners.map((corner) => corner.join(',')).join(' ')} />
    </svg>
  )
}
