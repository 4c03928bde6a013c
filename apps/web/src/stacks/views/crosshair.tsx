import type { Point } from '@talus/contract'
import {
  cross,
  moveFrame,
  normalize,
  planeNames,
  toPlaneMillimetres,
  toPlanePixel,
  move,
} from '@talus/volume'
import type { PlaneFrame, PlaneName, PlanePicture, VolumeGeometry } from '@talus/volume'
import { useRef } from 'react'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { needsDrawing } from '../../viewer/core/gestures/controller.ts'
import { toImage, toScreen } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { useScene } from '../../viewer/core/store/use-scene.ts'
import { clampToVolume } from '../scene/scroll.ts'
import { withTurnedPlanes } from '../scene/turn-planes.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './crosshair.module.css'

interface CrosshairProps {
  readonly session: StackSession
  readonly camera: Camera
  readonly picture: PlanePicture
  readonly geometry: VolumeGeometry
  readonly planes: Readonly<Record<PlaneName, PlaneFrame>>
  /** The plane of this viewport. */
  readonly name: PlaneName
  readonly words: 'human' | 'veterinary'
}

/** Pixels of drawings count from the corner of the first pixel, those of planes from its centre. */
const half = 0.5

function createPlaces({ camera, picture }: Pick<CrosshairProps, 'camera' | 'picture'>) {
  return {
    toPoint: (place: PlaneFrame['origin']): Point => {
      const { x, y } = toPlanePixel(picture, place)
      return toScreen(camera, { x: x + half, y: y + half })
    },
    toPlace: (point: Point) => {
      const { x, y } = toImage(camera, point)
      return toPlaneMillimetres(picture, x - half, y - half)
    },
  }
}

/** The line of another plane in this one: its centre and its direction on the screen. */
function getLine(props: CrosshairProps, other: PlaneName) {
  const { planes, name } = props
  const { toPoint } = createPlaces(props)
  const { origin } = planes[name]
  const along = normalize(cross(planes[name].normal, planes[other].normal))
  const [centre, end] = [toPoint(origin), toPoint(move(origin, along, 100))]
  const length = Math.hypot(end.x - centre.x, end.y - centre.y) || 1
  return { centre, x: (end.x - centre.x) / length, y: (end.y - centre.y) / length }
}

type Drag =
  | { readonly kind: 'centre' }
  | { readonly kind: 'line'; readonly other: PlaneName }
  | { readonly kind: 'turn'; readonly angle: number }

/** Moves and turns the frame of all planes; this viewport is one view of it. */
function useCrosshairDrag(props: CrosshairProps) {
  const { session, geometry, planes, name } = props
  const drag = useRef<Drag>(undefined)
  const { toPoint, toPlace } = createPlaces(props)
  const toLocal = (event: PointerEvent): Point => {
    const box = event.currentTarget.closest('svg')?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const getAngle = (at: Point) => {
    const centre = toPoint(planes[name].origin)
    return Math.atan2(at.y - centre.y, at.x - centre.x)
  }
  const moveTo = (place: PlaneFrame['origin']) =>
    session.scene.set((now) =>
      now.frame ? { ...now, frame: moveFrame(now.frame, clampToVolume(geometry, place)) } : now,
    )
  /** The origin keeps its distance from this plane: only the other planes move. */
  const follow = (at: Point, other?: PlaneName) => {
    const { origin, normal } = planes[name]
    const place = toPlace(at)
    const way = place.map((part, axis) => part - (origin[axis] ?? 0))
    const project = (axis: PlaneFrame['normal']) =>
      way.reduce((sum, part, index) => sum + part * (axis[index] ?? 0), 0)
    if (other) return moveTo(move(origin, planes[other].normal, project(planes[other].normal)))
    const depth = project(normal)
    return moveTo(move(place, normal, -depth))
  }
  return {
    start: (event: PointerEvent, kind: 'centre' | 'turn' | { readonly line: PlaneName }) => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = toLocal(event)
      if (kind === 'centre') {
        drag.current = { kind: 'centre' }
        follow(at)
      } else if (kind === 'turn') drag.current = { kind: 'turn', angle: getAngle(at) }
      else drag.current = { kind: 'line', other: kind.line }
    },
    move: (event: PointerEvent) => {
      const { current } = drag
      if (!current) return
      event.stopPropagation()
      const at = toLocal(event)
      if (current.kind === 'centre') follow(at)
      else if (current.kind === 'line') follow(at, current.other)
      else {
        const angle = getAngle(at)
        const { normal } = planes[name]
        // The normal points away from the viewer: a turn to the right is positive around it.
        session.scene.set(withTurnedPlanes(normal, angle - current.angle, session.cameras))
        drag.current = { kind: 'turn', angle }
      }
    },
    end: (event: PointerEvent) => {
      if (!drag.current) return
      event.stopPropagation()
      drag.current = undefined
    },
  }
}

/**
 * The lines of the other two planes. Lines move them, handles turn them, the centre moves both. While
 * the user draws, they take no press: a measurement may begin on them.
 */
export function Crosshair(props: CrosshairProps) {
  const { session, camera, name, words } = props
  const { t } = useTranslation()
  const isTool = useScene(session.store, ({ tool }) => tool === 'crosshair')
  const isDrawing = useScene(session.store, ({ tool }) => needsDrawing(tool))
  const drag = useCrosshairDrag(props)
  const { width, height } = camera.viewportSize
  const far = width + height
  const reach = Math.min(width, height) * 0.36
  const pointer = { onPointerMove: drag.move, onPointerUp: drag.end, onPointerCancel: drag.end }
  const others = planeNames.filter((one) => one !== name)
  return (
    <svg
      className={styles.crosshair}
      width={width}
      height={height}
      data-crosshair={name}
      data-passive={isDrawing || undefined}
    >
      {isTool ? (
        <rect
          className={styles.area}
          width={width}
          height={height}
          onPointerDown={(event) => drag.start(event, 'centre')}
          {...pointer}
        />
      ) : null}
      {others.map((other) => {
        const { centre, x, y } = getLine(props, other)
        const ends = ([1, -1] as const).map((sign) => ({
          sign,
          from: { x: centre.x + sign * x * 14, y: centre.y + sign * y * 14 },
          to: { x: centre.x + sign * x * far, y: centre.y + sign * y * far },
          handle: { x: centre.x + sign * x * reach, y: centre.y + sign * y * reach },
        }))
        return (
          <g key={other} className={styles.plane} data-plane={other}>
            {ends.map(({ sign, from, to, handle }) => (
              <g key={sign}>
                <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
                <line
                  className={styles.grip}
                  x1={from.x}
                  y1={from.y}
                  x2={to.x}
                  y2={to.y}
                  onPointerDown={(event) => drag.start(event, { line: other })}
                  {...pointer}
                />
                <circle
                  className={styles.handle}
                  cx={handle.x}
                  cy={handle.y}
                  r={6}
                  onPointerDown={(event) => drag.start(event, 'turn')}
                  {...pointer}
                >
                  <title>
                    {t('stacks:crosshair.turn', { plane: t(`stacks:plane.${words}.${other}`) })}
                  </title>
                </circle>
              </g>
            ))}
          </g>
        )
      })}
      <CentreGrip centre={getLine(props, others[0] ?? name).centre} drag={drag} pointer={pointer} />
    </svg>
  )
}

interface CentreGripProps {
  readonly centre: Point
  readonly drag: ReturnType<typeof useCrosshairDrag>
  readonly pointer: {
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: (event: PointerEvent) => void
    readonly onPointerCancel: (event: PointerEvent) => void
  }
}

function CentreGrip({ centre, drag, pointer }: CentreGripProps) {
  const { t } = useTranslation()
  return (
    <circle
      className={styles.centre}
      cx={centre.x}
      cy={centre.y}
      r={12}
      data-crosshair-centre
      onPointerDown={(event) => drag.start(event, 'centre')}
      {...pointer}
    >
      <title>{t('stacks:crosshair.centre')}</title>
    </circle>
  )
}
