import { useTranslation } from 'react-i18next'
import styles from './stack-views.module.css'

interface SliceSliderProps {
  readonly count: number
  /** Counted from 0. */
  readonly slice: number
  readonly height: number
  readonly onChange: (slice: number) => void
}

/** The place of the visible slice in its stack, at the right edge of a viewport. */
export function SliceSlider({ count, slice, height, onChange }: SliceSliderProps) {
  const { t } = useTranslation()
  if (count < 2) return null
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ height: Math.max(40, height * 0.6) }}
      min={1}
      max={count}
      value={slice + 1}
      // The arrow keys of the viewport do the same; one more stop would slow Tab down.
      tabIndex={-1}
      aria-label={t('stacks:slice.slider')}
      aria-valuetext={t('stacks:overlay.slice', { number: slice + 1, count })}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber - 1)}
    />
  )
}
