import { defaultViewport } from '@talus/contract'
import type { Stack } from '@talus/contract'
import { cross, dot } from '@talus/volume'
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { getWindow } from '../../viewer/core/viewport/measuring-context.ts'
import { getLinkOffset } from '../scene/link.ts'
import { getOrientation } from '../scene/orientation.ts'
import { getPrior } from '../scene/prior-stacks.ts'
import { getCellPhase } from '../scene/scene.ts'
import { isOutsideOfActive, isScrolledUnlinked, withSlice } from '../scene/scroll.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { RetryCause } from '../stack-session.ts'
import type { VolumeClient } from '../volume/volume-client.ts'
import { createLiveSlice } from './live-slice.ts'
import type { LiveSlice } from './live-slice.ts'
import { LiveText } from './live-text.tsx'
import { LoadingNote } from './loading-note.tsx'
import { formatDecimal, formatSlice, listNotices } from './overlay-texts.ts'
import type { Notice } from './overlay-texts.ts'
import { PhaseButton } from './phase-button.tsx'
import { PictureView } from './picture-view.tsx'
import { ReferenceLines } from './reference-lines.tsx'
import { convertToRealWorld } from './real-world.ts'
import { createSettledSlice } from './settled-slice.ts'
import { SliceSlider } from './slice-slider.tsx'
import { StackOverlay } from './stack-overlay.tsx'
import type { OverlayLine } from './stack-overlay.tsx'
import type { ViewportProps } from './viewport-props.ts'
import styles from './stack-views.module.css'

interface StackViewProps extends ViewportProps {
  readonly stack: Stack
}

/** The overlay lines of a slice: its series, phase, number, position and thickness. */
function useSliceLines(
  { session, index, stack }: StackViewProps,
  phase: number,
  live: LiveSlice,
): readonly OverlayLine[] {
  const { t, i18n } = useTranslation()
  const slices = stack.phases[phase]?.slices ?? []
  const { orientation } = stack
  const normal = orientation && cross(orientation.row, orientation.column)
  const follow = (key: string, format: (index: number) => string): OverlayLine => ({
    key,
    isKept: key === 'slice',
    text: (
      <LiveText
        subscribe={live.subscribe}
        getText={() => {
          const shown = live.get()
          return shown ? format(shown.index) : ''
        }}
      />
    ),
  })
  const format = (value: number, digits: number) => formatDecimal(i18n.language, value, digits)
  return [
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
    follow('slice', (index) => formatSlice(t, stack, phase, index)),
    ...(normal && slices.some(({ position }) => position)
      ? [
          follow('position', (index) => {
            const position = slices[index]?.position
            return position
              ? t('stacks:overlay.position', { position: format(dot(position, normal), 1) })
              : ''
          }),
        ]
      : []),
    ...(slices.some(({ thickness }) => thickness)
      ? [
          follow('thickness', (index) => {
            const thickness = slices[index]?.thickness
            return thickness
              ? t('stacks:overlay.thickness', { thickness: format(thickness, 2) })
              : ''
          }),
        ]
      : []),
  ]
}

/** How far a linked series is shifted, or that a series which scrolls along is not linked. */
function useLinkLine({ session, stack, index }: StackViewProps): readonly OverlayLine[] {
  const { t, i18n } = useTranslation()
  const isUnlinked = useScenePart(session.scene, (now) =>
    isScrolledUnlinked(now, session.study.stacks, index),
  )
  const offset = useScenePart(session.scene, (now) =>
    getLinkOffset(now, session.study.stacks, stack),
  )
  if (isUnlinked) return [{ key: 'linked', text: t('stacks:overlay.unlinked') }]
  if (offset === undefined) return []
  const text = t('stacks:overlay.linked', { offset: formatDecimal(i18n.language, offset, 1) })
  return [{ key: 'linked', text }]
}

/** The notices about a series, and about its place while it follows another one. */
function useNotices(props: StackViewProps, failed: readonly number[]): readonly Notice[] {
  const { session, index, stack } = props
  const { t } = useTranslation()
  const isOutside = useScenePart(session.scene, (now) =>
    isOutsideOfActive(now, session.study.stacks, index),
  )
  const outside = { text: t('stacks:overlay.outside'), short: t('stacks:notice.outside') }
  return [...(isOutside ? [outside] : []), ...listNotices(t, stack, failed)]
}

function useLoop({ session, index }: ViewportProps) {
  return useMemo(
    () => ({
      step: (by: number) =>
        session.scene.set((now) => {
          const slice = (now.cells[index]?.slice ?? 0) + by
          return withSlice(index, slice, session.study.stacks)(now)
        }),
      pause: session.cine.stop,
      toggle: session.cine.toggle,
    }),
    [session, index],
  )
}

/** Slices that cannot be read; the same list while none is added. */
const useFailed = ({ progress }: VolumeClient): readonly number[] =>
  useSyncExternalStore(progress.subscribe, () => progress.get().failed)

/** The volume of the viewport, its slices that cannot be read, and whether the wanted one is such. */
function useVolume({ session, index, stack }: StackViewProps, phase: number) {
  const { scene, volumes } = session
  // Opened again after an error.
  useScenePart(scene, ({ reopened }) => reopened)
  const volume = volumes.open(stack, phase, scene.get().cells[index]?.slice ?? 0)
  const failed = useFailed(volume)
  const isUnreadable = useScenePart(scene, ({ cells }) =>
    failed.includes(cells[index]?.slice ?? -1),
  )
  return { volume, failed, isUnreadable }
}

/** The visible slice, and the one that is rendered. */
function useSlices({ session, index, stack }: StackViewProps, phase: number, volume: VolumeClient) {
  const [live, settled] = useMemo(() => {
    const created = createLiveSlice({ session, index, stack, phase, volume })
    return [created, createSettledSlice(session.store, created.store)] as const
  }, [session, index, stack, phase, volume])
  useLayoutEffect(() => {
    const stops = [live.start(), settled.start()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [live, settled])
  return { live: live.store, settled: useStore(settled.store) }
}

/**
 * The slices of a series, one at a time. A step through them is drawn without rendering: the picture,
 * the texts and the value under the pointer follow the live slice.
 */
export function StackView(props: StackViewProps) {
  const { session, index, stack, size, isVeterinary } = props
  const { t } = useTranslation()
  const phase = useScenePart(session.scene, (now) => {
    const cell = now.cells[index]
    return getCellPhase(now, cell?.stackKey === stack.key ? cell : { stackKey: stack.key })
  })
  const viewport =
    useScenePart(session.scene, ({ cells }) => cells[index]?.viewport) ?? defaultViewport
  const { volume, failed, isUnreadable } = useVolume(props, phase)
  const { live, settled } = useSlices(props, phase, volume)
  const liveImage = useMemo(
    () => ({ get: () => live.get()?.loaded, subscribe: live.subscribe }),
    [live],
  )
  const toRealWorld = useMemo(
    () => (value: number) => {
      const slice = stack.phases[phase]?.slices[live.get()?.index ?? -1]
      return slice && convertToRealWorld(slice, value)
    },
    [stack, phase, live],
  )
  const sliceLines = useSliceLines(props, phase, live)
  const linkLine = useLinkLine(props)
  const notices = useNotices(props, failed)
  const loop = useLoop(props)
  const { correction } = session.study
  const orientation = useMemo(
    () => getOrientation(stack, { correction }, isVeterinary),
    [stack, correction, isVeterinary],
  )
  const retry = useCallback(
    (cause: RetryCause) =>
      session.retry(stack, phase, session.scene.get().cells[index]?.slice ?? 0, cause),
    [session, stack, phase, index],
  )
  const note = (
    <LoadingNote
      volume={volume}
      isUnreadable={isUnreadable}
      hasPicture={settled !== undefined}
      onRetry={retry}
    />
  )
  if (!settled) return note
  const { loaded, imageId, frame } = settled
  return (
    <>
      <PictureView
        {...props}
        canDraw={getPrior(stack) === undefined}
        viewport={viewport}
        loaded={loaded}
        live={liveImage}
        imageId={imageId}
        frame={frame}
        unit={stack.unit}
        toRealWorld={toRealWorld}
        isApproximate={false}
        label={t('stacks:series.slice', { number: settled.index + 1 })}
        loop={loop}
        renderLines={(camera) => (
          <ReferenceLines
            session={session}
            index={index}
            stack={stack}
            phase={phase}
            live={live}
            camera={camera}
          />
        )}
        renderOverlay={(camera) => (
          <div className={styles.besideSlider}>
            <StackOverlay
              stack={stack}
              study={session.study}
              timeZone={props.timeZone}
              attributes={props.attributes}
              hasIdentity={props.hasIdentity}
              camera={camera}
              axes={stack.orientation ?? undefined}
              orientation={orientation}
              window={getWindow(loaded, camera.viewport.window)}
              lines={[...sliceLines, ...linkLine]}
              notices={notices}
            />
          </div>
        )}
      />
      <SliceSlider
        session={session}
        index={index}
        stack={stack}
        phase={phase}
        height={size.height}
      />
      {note}
    </>
  )
}
