import { UnstyledButton } from '@mantine/core'
import type { BodyPart } from '@talus/anatomy'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { MapSign } from '../canvas/map-notes.tsx'
import { LimbFigure } from './limb-figure.tsx'
import { limbFrame, limbRegions, limbSides } from './limb-drawing.ts'
import { limbDrawings, partCount } from './limbs.ts'
import type { LimbPart, PartCounts } from './limbs.ts'
import { partWords } from './part-words.ts'
import styles from './limb-map.module.css'

interface LimbMapProps {
  readonly part: LimbPart
  readonly selected: BodyPart | null
  readonly counts: PartCounts
  readonly isDisabled: boolean
  readonly onSelect: (part: BodyPart) => void
  readonly onClose: () => void
}

/** Both legs of a pair at a larger scale, joint by joint. */
export function LimbMap({ part, selected, counts, isDisabled, onSelect, onClose }: LimbMapProps) {
  const { t, i18n } = useTranslation()
  const words = partWords(t, i18n.language)
  const drawing = limbDrawings[part]
  const sideWords = { Left: t('maps:side.left'), Right: t('maps:side.right') }
  const regions = limbRegions(drawing).map((region) => {
    const images = partCount(counts, [region.id])
    return {
      ...region,
      name: words.name(region.id),
      spoken: words.spoken(region.id, images),
      images,
      isSelected: region.id === selected,
    }
  })
  return (
    <div className={styles.limb} data-mantine-color-scheme="dark">
      <UnstyledButton
        className={styles.back}
        onClick={onClose}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      >
        <IconArrowLeft size={20} stroke={1.5} />
        {t('maps:wholeAnimal')}
      </UnstyledButton>
      <MapCanvas
        label={words.name(part)}
        invitation={t('maps:choosePart')}
        frame={limbFrame}
        figure={<LimbFigure drawing={drawing} />}
        isTrimmed
        regions={regions}
        isDisabled={isDisabled}
        onSelect={onSelect}
        onEscape={onClose}
      >
        {limbSides.map(({ side, offset }) => (
          <MapSign key={side} frame={limbFrame} at={[82 + offset, 250]}>
            {sideWords[side]}
          </MapSign>
        ))}
      </MapCanvas>
    </div>
  )
}
