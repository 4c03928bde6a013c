import { useTranslation } from 'react-i18next'
import type { MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapCaptionProps {
  readonly regions: readonly MapRegion<string>[]
  /** What the pointer or the focus is on. */
  readonly near: string | undefined
  /** What to do, as long as nothing is chosen. */
  readonly invitation: string
}

/**
 * The name of what the pointer, the focus or the choice is on, always in the same place: a name
 * beside the pointer would hide the small parts around it and their counts.
 */
export function MapCaption({ regions, near, invitation }: MapCaptionProps) {
  const { t } = useTranslation()
  const chosen = regions.filter(({ isSelected }) => isSelected)
  const [only] = chosen
  const named = regions.find(({ id }) => id === near) ?? (chosen.length === 1 ? only : undefined)
  if (named) {
    return (
      <p className={styles.caption} data-selected={named.isSelected || undefined} aria-hidden>
        {named.chosenPart ?? named.name}
        {named.images > 0 && named.chosenPart === undefined ? (
          <span className={styles.aside}>{t('maps:images', { count: named.images })}</span>
        ) : null}
      </p>
    )
  }
  return (
    <p className={styles.caption} aria-hidden>
      <span className={styles.aside}>
        {chosen.length > 1 ? t('maps:chosen', { count: chosen.length }) : invitation}
      </span>
    </p>
  )
}
