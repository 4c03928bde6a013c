import type { Stack } from '@talus/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { StackSession } from '../stack-session.ts'
import { useScene } from '../../viewer/core/store/use-scene.ts'
import { countSlices } from '../scene/contents.ts'
import { withSlice } from '../scene/scroll.ts'
import { listDrawnSlices } from '../scene/slice-drawings.ts'
import styles from './stack-views.module.css'

interface SliceSliderProps {
  readonly session: StackSession
  /** The number of the viewport. */
  readonly index: number
  readonly stack: Stack
  readonly phase: number
  readonly height: number
}

/** The place of the visible slice in its stack, at the right edge of a viewport. */
export function SliceSlider({ session, index, stack, phase, height }: SliceSliderProps) {
  const count = countSlices(stack, phase)
  const { t } = useTranslation()
  const slider = useRef<HTMLInputElement>(null)
  const { scene, study } = session
  // Follows the slices without being rendered again.
  useEffect(() => {
    const update = () => {
      const slice = scene.get().cells[index]?.slice
      if (!slider.current || slice === undefined) return
      slider.current.value = String(slice + 1)
      slider.current.ariaValueText = t('stacks:overlay.slice', { number: slice + 1, total: count })
    }
    update()
    return scene.subscribe(update)
  }, [scene, index, count, t])
  if (count < 2) return null
  const length = Math.max(40, height * 0.6)
  return (
    <>
      <DrawingMarks {...{ session, stack, phase, count, length }} />
      <input
        ref={slider}
        type="range"
        className={styles.slider}
        style={{ height: length }}
        min={1}
        max={count}
        defaultValue={(scene.get().cells[index]?.slice ?? 0) + 1}
        // The arrow keys of the viewport do the same; one more stop would slow Tab down.
        tabIndex={-1}
        aria-label={t('stacks:slice.slider')}
        onChange={(event) =>
          scene.set(withSlice(index, event.currentTarget.valueAsNumber - 1, study.stacks))
        }
      />
    </>
  )
}

interface DrawingMarksProps extends Pick<SliceSliderProps, 'session' | 'stack' | 'phase'> {
  readonly count: number
  readonly length: number
}

/** The height of the knob in browsers: its centre does not reach the ends of the slider. */
const knob = 16

/** Marks the slices with drawings beside the slider. */
function DrawingMarks({ session, stack, phase, count, length }: DrawingMarksProps) {
  const drawn = useScene(session.store, (scene) => listDrawnSlices(scene, stack, phase).join(' '))
  if (drawn === '') return null
  const places = drawn.split(' ').map(Number)
  return (
    <div className={styles.marks} style={{ height: length }} data-drawn-slices={drawn} aria-hidden>
      {places.map((slice) => (
        <i key={slice} style={{ top: knob / 2 + (slice / (count - 1)) * (length - knob) }} />
      ))}
    </div>
  )
}
