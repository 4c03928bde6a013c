import type { Stack } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { getWindow } from '../../viewer/core/viewport/measuring-context.ts'
import { getOrientation } from '../scene/orientation.ts'
import { getPhase } from '../scene/scene.ts'
import type { CellState } from '../scene/scene.ts'
import { withSlice } from '../scene/scroll.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import { formatNumber, listWarnings } from './overlay-texts.ts'
import { PictureView } from './picture-view.tsx'
import { ReferenceLines } from './reference-lines.tsx'
import { createSliceImage } from './slice-image.ts'
import { SliceSlider } from './slice-slider.tsx'
import { StackOverlay } from './stack-overlay.tsx'
import { useSlice } from './use-slice.ts'
import type { ViewportProps } from './viewport-props.ts'
import styles from './stack-views.module.css'
import { LoadingNote } from './loading-note.tsx'

/** The overlay lines of a slice: its series, number, phase, position and thickness. */
function useSliceLines(stack: Stack, phase: number, index: number): readonly string[] {
  const { t, i18n } = useTranslation()
  const slices = stack.phases[phase]?.slices ?? []
  const slice = slices[index]
  const place = slice?.position ? getDistance(stack, slice.position) : undefined
  return [
    stack.seriesDescription,
    stack.phases.length > 1
      ? t('stacks:overlay.phase', {
          number: phase + 1,
          count: stack.phases.length,
          label: stack.phases[phase]?.label ?? '',
        })
      : '',
    t('stacks:overlay.slice', { number: index + 1, count: slices.length }),
    place === undefined
      ? ''
      : t('stacks:overlay.position', { position: formatNumber(i18n.language, place, 1) }),
    slice?.thickness
      ? t('stacks:overlay.thickness', {
          thickness: formatNumber(i18n.language, slice.thickness, 2),
        })
      : '',
  ].filter(Boolean)
}

/** The position along the normal of the slices, as the patient coordinates of the file have it. */
function getDistance({ orientation }: Stack, position: readonly [number, number, number]) {
  if (!orientation) return position[2]
  const { row, column } = orientation
  const normal = [
    row[1] * column[2] - row[2] * column[1],
    row[2] * column[0] - row[0] * column[2],
    row[0] * column[1] - row[1] * column[0],
  ] as const
  return normal[0] * position[0] + normal[1] * position[1] + normal[2] * position[2]
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

/** The slices of a series, one at a time. */
export function StackView(
  props: ViewportProps & { readonly cell: CellState; readonly stack: Stack },
) {
  const { session, index, cell, stack, size, isVeterinary } = props
  const { t } = useTranslation()
  const phase = getPhase(useStore(session.scene), stack.key)
  const volume = session.volumes.open(stack, phase, cell.slice)
  const shown = useSlice(volume, cell.slice)
  const defaultWindow = getStackWindow(session.autoWindows, stack, shown?.pixels)
  const loaded = useMemo(
    () => shown && createSliceImage(stack, phase, shown, defaultWindow),
    [stack, phase, shown, defaultWindow],
  )
  const lines = useSliceLines(stack, phase, shown?.index ?? cell.slice)
  const loop = useLoop(props)
  const orientation = getOrientation(stack, session.study, isVeterinary)
  const slice = shown && stack.phases[phase]?.slices[shown.index]
  if (!loaded || !slice)
    return (
      <LoadingNote
        volume={volume}
        index={cell.slice}
        onRetry={() => session.retry(stack, phase, cell.slice)}
      />
    )
  return (
    <>
      <PictureView
        {...props}
        loaded={loaded}
        imageId={slice.imageId}
        frame={slice.frame}
        unit={stack.unit}
        isApproximate={false}
        label={t('stacks:series.slice', { number: (shown?.index ?? 0) + 1 })}
        loop={loop}
        renderLines={(camera) => (
          <ReferenceLines
            session={session}
            index={index}
            stack={stack}
            phase={phase}
            slice={shown?.index ?? 0}
            camera={camera}
          />
        )}
        renderOverlay={(camera) => (
          <div className={styles.besideSlider}>
            <StackOverlay
              stack={stack}
              study={session.study}
              attributes={props.attributes}
              hasIdentity={props.hasIdentity}
              camera={camera}
              axes={stack.orientation ?? undefined}
              orientation={orientation}
              window={getWindow(loaded, camera.viewport.window)}
              lines={lines}
              warnings={props.hasIdentity ? listWarnings(t, stack) : []}
            />
          </div>
        )}
      />
      <SliceSlider
        count={stack.phases[phase]?.slices.length ?? 0}
        slice={cell.slice}
        height={size.height}
        onChange={(next) => session.scene.set(withSlice(index, next, session.study.stacks))}
      />
      <LoadingNote
        volume={volume}
        index={cell.slice}
        hasPicture
        onRetry={() => session.retry(stack, phase, cell.slice)}
      />
    </>
  )
}
