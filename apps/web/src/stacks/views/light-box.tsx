import type { Stack } from '@talus/contract'
import type { OrientationOptions } from '@talus/volume'
import { useEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { useStore } from '../../store.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { createWheelSteps } from '../../viewer/core/gestures/view-transforms.ts'
import { ImageCanvas } from '../../viewer/core/rendering/image-canvas.tsx'
import { getPatientLines } from '../../viewer/core/overlay/overlay-lines.ts'
import { getPixelAspect } from '@talus/measurements'
import { getOrientation } from '../scene/orientation.ts'
import { getPhase } from '../scene/scene.ts'
import { withLayout } from '../scene/show-layout.ts'
import type { CellState } from '../scene/scene.ts'
import { clampSlice, withSlice } from '../scene/scroll.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import type { VolumeClient } from '../volume/volume-client.ts'
import { PriorLine } from './prior-line.tsx'
import { LoadingNote } from './loading-note.tsx'
import { Notices } from './notices.tsx'
import { listNotices } from './overlay-texts.ts'
import { PhaseButton } from './phase-button.tsx'
import { listEdgeLabels } from './edge-labels.ts'
import { createSliceImage } from './slice-image.ts'
import { CorrectionLine, nameDirection } from './stack-overlay.tsx'
import { useSlice } from './use-slice.ts'
import type { ViewportProps } from './viewport-props.ts'
import styles from './light-box.module.css'

interface LightBoxProps extends ViewportProps {
  readonly cell: CellState
  readonly stack: Stack
}

/** Number and name of the patient, which no slice of the page has. */
function usePatientLine({ attributes }: LightBoxProps): string {
  const { i18n } = useTranslation()
  if (!attributes) return ''
  const lines = getPatientLines(attributes, undefined, () => '', toLanguage(i18n.language))
  return lines.find(([name]) => name === 'patient')?.[1] ?? ''
}

const toTileId = (index: number, slice: number) => `light-box-${index}-${slice}`

/** Consecutive slices on a page; the wheel goes by pages, a double click or Enter opens a slice. */
export function LightBox(props: LightBoxProps) {
  const { session, index, cell, stack, size } = props
  const { t } = useTranslation()
  const scene = useStore(session.scene)
  const phase = getPhase(scene, stack.key)
  const volume = session.volumes.open(stack, phase, cell.slice)
  const { failed } = useStore(volume.progress)
  const box = useRef<HTMLDivElement>(null)
  const { columns, rows } = scene.lightBox
  const count = stack.phases[phase]?.slices.length ?? 0
  const perPage = columns * rows
  const page = Math.floor(cell.slice / perPage)
  const pages = Math.max(1, Math.ceil(count / perPage))
  const { stacks } = session.study
  const show = (slice: number) =>
    session.scene.set(withSlice(index, clampSlice(slice, count), stacks))
  const step = (by: number) => {
    const next = Math.min(pages - 1, Math.max(0, page + by))
    show(next * perPage)
  }
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    const toSteps = createWheelSteps()
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const by = toSteps(event)
      if (by !== 0) latest.current(by)
    }
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [])
  const open = (slice: number) => {
    show(slice)
    session.scene.set(withLayout('2d', stacks))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const pageBy = { PageDown: 1, PageUp: -1 }[event.key]
    if (by !== undefined) show(cell.slice + by)
    else if (pageBy !== undefined) step(pageBy)
    else if (event.key === 'Enter') open(cell.slice)
    else return
    event.preventDefault()
  }
  const tile = {
    width: Math.floor(size.width / columns) - 1,
    height: Math.floor((size.height - 28) / rows) - 1,
  }
  const patient = usePatientLine(props)
  const { correction } = session.study
  const orientation = useMemo(
    () => getOrientation(stack, { correction }, props.isVeterinary),
    [stack, correction, props.isVeterinary],
  )
  return (
    <>
      {/* The page of slices takes the keys of a stack. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={styles.page}
        role="application"
        aria-label={t('stacks:layout.frame-view')}
        // The tiles have no focus of their own: the keys of the viewer would be lost with a page.
        aria-activedescendant={toTileId(index, cell.slice)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: perPage }, (_, at) => page * perPage + at)
          .filter((slice) => slice < count)
          .map((slice) => (
            <LightBoxSlice
              key={slice}
              {...props}
              volume={volume}
              phase={phase}
              slice={slice}
              tile={tile}
              orientation={orientation}
              onChoose={() => show(slice)}
              onOpen={() => open(slice)}
            />
          ))}
      </div>
      <div className={styles.foot}>
        <span data-line="patient">{patient}</span>
        <Notices notices={listNotices(t, stack, failed)} />
        <PhaseButton session={session} index={index} stack={stack} phase={phase} />
        <CorrectionLine stack={stack} study={session.study} />
        <PriorLine stack={stack} timeZone={props.timeZone} />
        <span>
          {stack.seriesDescription} · {t('stacks:lightBox.page', { page: page + 1, pages })}
        </span>
      </div>
      <LoadingNote
        volume={volume}
        hasPicture
        onRetry={(cause) => session.retry(stack, phase, cell.slice, cause)}
      />
    </>
  )
}

interface LightBoxSliceProps extends LightBoxProps {
  readonly volume: VolumeClient
  readonly phase: number
  readonly slice: number
  readonly tile: { readonly width: number; readonly height: number }
  readonly orientation: OrientationOptions
  readonly onChoose: () => void
  readonly onOpen: () => void
}

function LightBoxSlice(props: LightBoxSliceProps) {
  const { session, index, stack, cell, volume, phase, slice, tile, orientation } = props
  const { t } = useTranslation()
  const shown = useSlice(volume, slice)
  const label = t('stacks:series.slice', { number: slice + 1 })
  const window = getStackWindow(session.autoWindows, stack, shown?.pixels)
  const loaded = shown?.index === slice ? createSliceImage(stack, phase, shown, window) : undefined
  const { invert, window: chosen, rotation, hflip, vflip } = cell.viewport
  const camera: Camera = {
    columns: stack.columns,
    rows: stack.rows,
    pixelAspect: getPixelAspect(loaded?.metadata?.spacing),
    viewportSize: tile,
    viewport: {
      invert,
      window: chosen,
      rotation,
      hflip,
      vflip,
      zoom: null,
      pan: { x: 0, y: 0 },
    },
    crop: undefined,
  }
  const labels = stack.orientation ? listEdgeLabels(camera, stack.orientation, orientation) : []
  const sides = labels.filter(({ edge }) => edge === 'left' || edge === 'right')
  return (
    <button
      id={toTileId(index, slice)}
      type="button"
      className={styles.slice}
      style={tile}
      aria-label={label}
      aria-current={slice === cell.slice || undefined}
      tabIndex={-1}
      onClick={props.onChoose}
      onDoubleClick={props.onOpen}
    >
      {loaded ? (
        <ImageCanvas loaded={loaded} areGraphicsHidden={false} camera={camera} label={label} />
      ) : null}
      {sides.map(({ edge, words }) => (
        <span key={edge} className={styles.side} data-edge={edge} aria-hidden>
          {words.map((word) => nameDirection(t, orientation, word)).join(' ')}
        </span>
      ))}
      <span className={styles.number} aria-hidden>
        {slice + 1}
      </span>
    </button>
  )
}
