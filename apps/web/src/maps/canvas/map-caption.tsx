import { useTranslation } from 'react-i18next'
import type { MapRegion } from './region.ts'
import styles from './map-canvas.module.css'

interface MapCaptionProps {
  readonly regions: readonly MapRegion<string>[]
  /** The region that is hovered or focused. */
  readonly active: string | undefined
  /** Shown while no region is selected. */
  readonly placeholder: string
}

/**
 * The name of the hovered, focused or selected region, always in the same place: a name beside the
 * pointer would hide the small parts around it and their counts.
 */
export function MapCaption({ regions, active, placeholder }: MapCaptionProps) {
  const { t } = useTranslation()
  const chosen = regions.filter(({ isSelected }) => isSelected)
  const [only] = chosen
  const named = regions.find(({ id }) => id === active) ?? (chosen.length === 1 ? only : undefined)
  if (named) {
    return (
      <p className={styles.caption} data-selected={named.isSelected || undefined} aria-hidden>
        {named.selectedPart ?? named.name}
        {named.images > 0 && named.selectedPart === undefined ? (
          <span className={styles.aside}>{t('maps:images', { count: named.images })}</span>
        ) : null}
      </p>
    )
  }
  return (
    <p className={styles.caption} aria-hidden>
      <span className={styles.aside}>
        {chosen.length > 1 ? t('maps:chosen', { count: chosen.length }) : placeholder}
      </span>
    </p>
  )
}
