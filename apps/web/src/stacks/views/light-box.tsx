import type { Stack } from '@talus/contract'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { createWheelSteps } from '../../viewer/core/gestures/view-transforms.ts'
import { ImageCanvas } from '../../viewer/core/rendering/image-canvas.tsx'
import { getPixelAspect } from '@talus/measurements'
import { getPhase, withLayout } from '../scene/scene.ts'
import type { CellState } from '../scene/scene.ts'
import { clampSlice, withSlice } from '../scene/scroll.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import type { VolumeClient } from '../volume/volume-client.ts'
import { LoadingNote } from './loading-note.tsx'
import { createSliceImage } from './slice-image.ts'
import { useSlice } from './use-slice.ts'
import type { ViewportProps } from './viewport-props.ts'
import styles from './light-box.module.css'

interface LightBoxProps extends ViewportProps {
  readonly cell: CellState
  readonly stack: Stack
}

/** Consecutive slices on a page; the wheel goes by pages, a double click opens a slice. */
export function LightBox(props: LightBoxProps) {
  const { session, index, cell, stack, size } = props
  const { t } = useTranslation()
  const scene = useStore(session.scene)
  const phase = getPhase(scene, stack.key)
  const volume = session.volumes.open(stack, phase, cell.slice)
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
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, PageDown: 1, ArrowRight: 1, ArrowUp: -1, PageUp: -1, ArrowLeft: -1 }[
      event.key
    ]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  const tile = {
    width: Math.floor(size.width / columns) - 1,
    height: Math.floor((size.height - 28) / rows) - 1,
  }
  const open = (slice: number) => {
    show(slice)
    session.scene.set(withLayout('2d', stacks))
  }
  return (
    <>
      {/* The page of slices takes the keys of a stack. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={styles.page}
        role="application"
        aria-label={t('stacks:layout.frame-view')}
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
              onOpen={() => open(slice)}
            />
          ))}
      </div>
      <p className={styles.foot}>
        {stack.seriesDescription} · {t('stacks:lightBox.page', { page: page + 1, pages })}
      </p>
      <LoadingNote
        volume={volume}
        hasPicture
        onRetry={() => session.retry(stack, phase, cell.slice)}
      />
    </>
  )
}

interface LightBoxSliceProps extends LightBoxProps {
  readonly volume: VolumeClient
  readonly phase: number
  readonly slice: number
  readonly tile: { readonly width: number; readonly height: number }
  readonly onOpen: () => void
}

function LightBoxSlice(props: LightBoxSliceProps) {
  const { session, stack, cell, volume, phase, slice, tile, onOpen } = props
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
  return (
    <button
      type="button"
      className={styles.slice}
      style={tile}
      aria-label={label}
      aria-current={slice === cell.slice || undefined}
      tabIndex={-1}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen()
      }}
    >
      {loaded ? (
        <ImageCanvas loaded={loaded} areGraphicsHidden={false} camera={camera} label={label} />
      ) : null}
      <span className={styles.number} aria-hidden>
        {slice + 1}
      </span>
    </button>
  )
}
