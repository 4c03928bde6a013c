import { quadrantNames, speciesEntries, toothKindNames } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../canvas/language-of.ts'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { MapSign } from '../canvas/map-notes.tsx'
import { drawMouth, mouthDrawings } from './mouth.ts'
import { MouthFigure } from './mouth-figure.tsx'

export interface TeethMapProps {
  readonly species: Species
  /** Names of regions as packages/anatomy has them, '104 - RU - Canine' for instance. */
  readonly selected: readonly string[]
  readonly onSelect: (region: string) => void
  /** How many images there are of each region. */
  readonly counts: Readonly<Record<string, number>>
  readonly isDisabled?: boolean
}

/** The open mouth from the front, the animal's right side at the viewer's left. */
export function TeethMap({ species, selected, onSelect, counts, isDisabled }: TeethMapProps) {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n.language)
  const { frame, inside } = mouthDrawings[species]
  const mouth = useMemo(() => drawMouth(species), [species])
  const regions = mouth.map(({ region, drawn }) => {
    const images = counts[region.name] ?? 0
    const words = `${quadrantNames[region.quadrant][language]}, ${toothKindNames[region.kind][language]}`
    const spoken = `${region.teeth.join(', ')} · ${words}`
    return {
      ...drawn,
      name: words,
      spoken: images > 0 ? t('maps:withImages', { name: spoken, count: images }) : spoken,
      images,
      isSelected: selected.includes(region.name),
    }
  })
  const [, , width, height] = frame
  return (
    <MapCanvas
      label={t('maps:teeth', { animal: speciesEntries[species].names[language] })}
      invitation={t('maps:chooseTeeth')}
      frame={frame}
      figure={<MouthFigure regions={mouth} inside={inside} />}
      regions={regions}
      isMultiple
      isDisabled={isDisabled ?? false}
      onSelect={onSelect}
    >
      <MapSign frame={frame} at={[20, height / 2]}>
        {t('maps:mark.right')}
      </MapSign>
      <MapSign frame={frame} at={[width - 20, height / 2]}>
        {t('maps:mark.left')}
      </MapSign>
    </MapCanvas>
  )
}
