import { quadrantNames, speciesEntries, toothKindNames } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { MapLabel } from '../canvas/map-overlays.tsx'
import { drawMouth, mouthDrawings } from './mouth.ts'
import { MouthFigure } from './mouth-figure.tsx'

export interface TeethMapProps {
  readonly species: Species
  /** Names of regions as in packages/anatomy, '104 - RU - Canine' for instance. */
  readonly selected: readonly string[]
  readonly onSelect: (region: string) => void
  /** Number of images of each region. */
  readonly counts: Readonly<Record<string, number>>
  readonly isDisabled?: boolean
}

/** The open mouth from the front, the animal's right side at the viewer's left. */
export function TeethMap({ species, selected, onSelect, counts, isDisabled }: TeethMapProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { frame, inside } = mouthDrawings[species]
  const mouth = useMemo(() => drawMouth(species), [species])
  const regions = mouth.map(({ region, drawn }) => {
    const images = counts[region.name] ?? 0
    const description = `${quadrantNames[region.quadrant][language]}, ${toothKindNames[region.kind][language]}`
    const fullName = `${region.teeth.join(', ')} · ${description}`
    return {
      ...drawn,
      name: description,
      accessibleName:
        images > 0 ? t('maps:withImages', { name: fullName, count: images }) : fullName,
      images,
      isSelected: selected.includes(region.name),
    }
  })
  const [, , width, height] = frame
  return (
    <MapCanvas
      label={t('maps:teeth', { animal: speciesEntries[species].names[language] })}
      placeholder={t('maps:chooseTeeth')}
      frame={frame}
      figure={<MouthFigure regions={mouth} inside={inside} />}
      regions={regions}
      isMultiple
      isDisabled={isDisabled ?? false}
      onSelect={onSelect}
    >
      <MapLabel frame={frame} at={[20, height / 2]}>
        {t('maps:mark.right')}
      </MapLabel>
      <MapLabel frame={frame} at={[width - 20, height / 2]}>
        {t('maps:mark.left')}
      </MapLabel>
    </MapCanvas>
  )
}
