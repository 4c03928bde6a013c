import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { StackSession } from '../stack-session.ts'
import { withSlice } from '../scene/scroll.ts'
import styles from './stack-views.module.css'

interface SliceSliderProps {
  readonly session: StackSession
  /** The number of the viewport. */
  readonly index: number
  readonly count: number
  readonly height: number
}

/** The place of the visible slice in its stack, at the right edge of a viewport. */
export function SliceSlider({ session, index, count, height }: SliceSliderProps) {
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
  return (
    <input
      ref={slider}
      type="range"
      className={styles.slider}
      style={{ height: Math.max(40, height * 0.6) }}
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
  )
}
