import type { ImageId, Stack } from '@talus/contract'
import {
  createGeometry,
  findAcquiredSlice,
  fitPlane,
  getCellTransform,
  getPlaneName,
  getPlanePosition,
  getPlanes,
  getReduction,
} from '@talus/volume'
import type { Frame, PlaneFrame, PlaneName, PlanePicture, VolumeGeometry } from '@talus/volume'
import i18next from 'i18next'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { getWindow } from '../../viewer/core/viewport/measuring-context.ts'
import type { CellContent } from '../scene/layouts.ts'
import { getOrientation } from '../scene/orientation.ts'
import { getPrior } from '../scene/prior-stacks.ts'
import { getPhase, withCell } from '../scene/scene.ts'
import type { CellState, StackScene } from '../scene/scene.ts'
import { getPlaneHolder } from '../scene/plane-store.ts'
import type { ShownDrawingPlane } from '../scene/plane-store.ts'
import { getStepAlong, scrollFrame } from '../scene/scroll.ts'
import { toSlab } from '../scene/slab.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import { Crosshair } from './crosshair.tsx'
import { GapHatching } from './gap-hatching.tsx'
import { LoadingNote } from './loading-note.tsx'
import { formatDecimal, formatSlice, listNotices } from './overlay-texts.ts'
import type { Notice } from './overlay-texts.ts'
import { PhaseButton } from './phase-button.tsx'
import { PictureView } from './picture-view.tsx'
import { PlaneTabs } from './plane-tabs.tsx'
import { createPlaneImage } from './slice-image.ts'
import { StackDrawingsButton } from './stack-drawings-button.tsx'
import { StackOverlay } from './stack-overlay.tsx'
import type { OverlayLine } from './stack-overlay.tsx'
import { usePlane } from './use-plane.ts'
import type { ViewportProps } from './viewport-props.ts'

interface PlaneViewProps extends ViewportProps {
  readonly cell: CellState
  readonly stack: Stack
  readonly content: Extract<CellContent, { kind: 'plane' }>
}

/** A plane through the volume; planes exist only together with the cross-hair. */
export function PlaneView(props: PlaneViewProps) {
  const { frame } = useStore(props.session.scene)
  return frame ? <FramedPlane {...props} frame={frame} /> : null
}

/** The overlay lines of a plane: its name, the series, the phase and the slab. */
function usePlaneLines(
  { session, index, stack }: Pick<PlaneViewProps, 'session' | 'index' | 'stack'>,
  scene: StackScene,
  title: string,
): readonly OverlayLine[] {
  const { t, i18n } = useTranslation()
  const phase = getPhase(scene, stack.key)
  const { isOn, mode, thickness } = scene.slab
  const slab = t('stacks:overlay.slab', {
    mode: t(`stacks:slab.${mode}`),
    thickness: formatDecimal(i18n.language, thickness, 1),
  })
  return [
    { key: 'plane', isKept: true, text: title },
    { key: 'description', text: stack.seriesDescription },
    ...(stack.phases.length > 1
      ? [
          {
            key: 'phase',
            isKept: true,
            text: <PhaseButton {...{ session, index, stack, phase }} />,
          },
        ]
      : []),
    ...(isOn ? [{ key: 'slab', isKept: true, text: slab }] : []),
  ]
}

const listPlaneNotices = (
  t: TFunction,
  stack: Stack,
  failed: readonly number[],
  isApproximate: boolean,
  geometry: VolumeGeometry,
): readonly Notice[] => [
  ...listNotices(t, stack, failed),
  ...(isApproximate ? [{ text: t('stacks:overlay.approximate'), short: '≈' }] : []),
  ...(getReduction(geometry) > 1
    ? [{ text: t('stacks:overlay.reduced'), short: t('stacks:notice.reduced') }]
    : []),
]

/** The number of the slice that a plane shows; its position if the scanner has not acquired it. */
function formatPlace(
  t: TFunction,
  stack: Stack,
  phase: number,
  geometry: VolumeGeometry,
  plane: PlaneFrame,
): string {
  const slice = findAcquiredSlice(geometry, plane)
  if (slice !== undefined) return formatSlice(t, stack, phase, slice)
  const position = formatDecimal(i18next.language, getPlanePosition(geometry, plane), 1)
  return t('stacks:overlay.position', { position })
}

/** No image has it: only a series without slices has no image that can hold drawings. */
const noImage = 0 as ImageId

/** The plane on which the user draws; it changes only with its picture. */
function useDrawingPlane(
  { session, stack }: Pick<PlaneViewProps, 'session' | 'stack'>,
  picture: PlanePicture,
  geometry: VolumeGeometry,
): ShownDrawingPlane {
  const { stacks } = session.study
  return useMemo(
    () => ({
      picture,
      frameOfReferenceUID: stack.frameOfReferenceUID,
      tolerance: getStepAlong(geometry, picture.plane.normal) / 2,
      holder: getPlaneHolder(stacks, stack) ?? noImage,
    }),
    [stacks, stack, picture, geometry],
  )
}

function FramedPlane(props: PlaneViewProps & { readonly frame: Frame }) {
  const { session, index, cell, stack, content, frame, isVeterinary } = props
  const { t } = useTranslation()
  const scene = useStore(session.scene)
  const phase = getPhase(scene, stack.key)
  const volume = session.volumes.open(stack, phase, cell.slice)
  const { loaded: loadedCount, total, failed } = useStore(volume.progress)
  const geometry = useMemo(() => createGeometry(stack, phase), [stack, phase])
  const { correction } = session.study
  const orientation = useMemo(
    () => getOrientation(stack, { correction }, isVeterinary),
    [stack, correction, isVeterinary],
  )
  const name: PlaneName = cell.plane ?? content.plane
  const planes = useMemo(() => getPlanes(frame, orientation), [frame, orientation])
  const picture = useMemo(() => fitPlane(geometry, planes[name]), [geometry, planes, name])
  const shown = usePlane(volume, picture, toSlab(scene.slab), loadedCount / Math.max(1, total))
  const window = getStackWindow(session.autoWindows, stack, shown?.pixels)
  const loaded = useMemo(
    () => createPlaneImage(stack, phase, shown ?? { picture, pixels: undefined }, window),
    [stack, phase, shown, picture, window],
  )
  const { normal } = planes[name]
  const loop = useMemo(
    () => ({
      step: (by: number) =>
        session.scene.set((now) =>
          now.frame ? { ...now, frame: scrollFrame(now.frame, geometry, normal, by) } : now,
        ),
      pause: () => {},
      toggle: () => {},
    }),
    [session, geometry, normal],
  )
  const { plane } = shown?.picture ?? picture
  const drawingPlane = useDrawingPlane(props, shown?.picture ?? picture, geometry)
  const { isApproximate, unit } = getCellTransform(stack, phase)
  const notices = listPlaneNotices(t, stack, failed, isApproximate, geometry)
  const planeName = getPlaneName(plane.normal, orientation)
  const words = orientation.region === 'human' ? 'human' : 'veterinary'
  const title = t(
    planeName === 'oblique' ? 'stacks:plane.oblique' : `stacks:plane.${words}.${planeName}`,
  )
  const lines = usePlaneLines(props, scene, title)
  const slice = findAcquiredSlice(geometry, planes[name])
  const drawingsLine = slice !== undefined && {
    key: 'drawings',
    isKept: true,
    text: <StackDrawingsButton {...{ session, stack, phase, slice }} />,
  }
  const placeLine = { key: 'slice', text: formatPlace(t, stack, phase, geometry, planes[name]) }
  return (
    <>
      <PictureView
        {...props}
        canDraw={getPrior(stack) === undefined}
        viewport={cell.viewport}
        loaded={loaded}
        imageId={drawingPlane.holder}
        frame={1}
        plane={drawingPlane}
        unit={unit}
        isApproximate={isApproximate}
        label={title}
        loop={loop}
        renderLines={(camera) => (
          <>
            <GapHatching
              camera={camera}
              picture={shown?.picture ?? picture}
              geometry={geometry}
              unreadable={failed}
            />
            {scene.isCrosshairVisible ? (
              <Crosshair
                session={session}
                camera={camera}
                picture={shown?.picture ?? picture}
                geometry={geometry}
                planes={planes}
                name={name}
                words={words}
              />
            ) : null}
          </>
        )}
        renderOverlay={(camera) => (
          <StackOverlay
            stack={stack}
            study={session.study}
            timeZone={props.timeZone}
            attributes={props.attributes}
            hasIdentity={props.hasIdentity}
            camera={camera}
            axes={{ row: plane.right, column: plane.down }}
            orientation={orientation}
            window={getWindow(loaded, camera.viewport.window)}
            lines={[...lines, placeLine, ...(drawingsLine ? [drawingsLine] : [])]}
            notices={notices}
          />
        )}
      />
      {content.choices ? (
        <PlaneTabs
          choices={content.choices}
          chosen={name}
          words={words}
          onChoose={(next) =>
            session.scene.set(withCell(index, (one) => ({ ...one, plane: next })))
          }
        />
      ) : null}
      <LoadingNote
        volume={volume}
        hasPicture={shown !== undefined}
        onRetry={(cause) => session.retry(stack, phase, cell.slice, cause)}
      />
    </>
  )
}
