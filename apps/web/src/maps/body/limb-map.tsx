import { UnstyledButton } from '@mantine/core'
import type { BodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { MapLabel } from '../canvas/map-overlays.tsx'
import { LimbFigure } from './limb-figure.tsx'
import { limbFrame, createLimbRegions, limbSides } from './limb-drawing.ts'
import { limbDrawings, countImages } from './limbs.ts'
import type { LimbPart, PartCounts } from './limbs.ts'
import { createPartLabels } from './part-labels.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './limb-map.module.css'

interface LimbMapProps {
  readonly species: Species
  readonly part: LimbPart
  readonly selected: BodyPart | null
  readonly counts: PartCounts
  readonly isDisabled: boolean
  readonly onSelect: (part: BodyPart) => void
  readonly onClose: () => void
}

/** Both legs of a pair at a larger scale, with their selectable joints. */
export function LimbMap(props: LimbMapProps) {
  const { species, part, selected, counts, isDisabled, onSelect, onClose } = props
  const { t, i18n } = useTranslation()
  const labels = createPartLabels(t, i18n.language)
  const drawing = limbDrawings[species][part]
  const sideNames = { Left: t('maps:side.left'), Right: t('maps:side.right') }
  const regions = createLimbRegions(drawing).map((region) => {
    const images = countImages(counts, [region.id])
    return {
      ...region,
      name: labels.getName(region.id),
      accessibleName: labels.getAccessibleName(region.id, images),
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
        <Icon icon={IconArrowLeft} size="lg" />
        {t('maps:wholeAnimal')}
      </UnstyledButton>
      <MapCanvas
        label={labels.getName(part)}
        placeholder={t('maps:choosePart')}
        frame={limbFrame}
        figure={<LimbFigure drawing={drawing} />}
        isClipped
        regions={regions}
        isDisabled={isDisabled}
        onSelect={onSelect}
        onEscape={onClose}
      >
        {limbSides.map(({ side, offset }) => (
          <MapLabel key={side} frame={limbFrame} at={[drawing.label[0] + offset, drawing.label[1]]}>
            {sideNames[side]}
          </MapLabel>
        ))}
      </MapCanvas>
    </div>
  )
}
