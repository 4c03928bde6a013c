import { getRefinements, speciesEntries } from '@talus/anatomy'
import type { BodyPart, GeneralBodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { createBodyRegions } from './body-regions.ts'
import { bodyDrawings, figures } from './figures.ts'
import { LimbMap } from './limb-map.tsx'
import { findLimb, countImages } from './limbs.ts'
import type { LimbPart, PartCounts } from './limbs.ts'
import { createPartLabels } from './part-labels.ts'

export interface BodyMapProps {
  readonly species: Species
  readonly selected: BodyPart | null
  readonly onSelect: (part: BodyPart) => void
  /** Number of images of each part. */
  readonly counts: PartCounts
  readonly isDisabled?: boolean
}

/** The animal from the side with its selectable parts. The legs open into sides and joints. */
export function BodyMap({ species, selected, onSelect, counts, isDisabled = false }: BodyMapProps) {
  const [open, setOpen] = useState<LimbPart | null>(() => findLimb(species, selected))
  const [previous, setPrevious] = useState({ species, selected })
  // A selection from outside, in the list of annotations for instance, opens or closes the limb.
  if (previous.species !== species || previous.selected !== selected) {
    setPrevious({ species, selected })
    setOpen(findLimb(species, selected))
  }
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // The drawing that had the focus was removed; move the focus to its replacement.
    if (!hadFocus.current) return
    hadFocus.current = false
    box.current?.querySelector<SVGElement>('[role="option"][tabindex="0"]')?.focus()
  }, [open])
  const showLimb = (limb: LimbPart | null) => {
    hadFocus.current = true
    setOpen(limb)
  }
  const shared = { selected, counts, isDisabled, onSelect }
  return (
    <div ref={box}>
      {open ? (
        <LimbMap {...shared} species={species} part={open} onClose={() => showLimb(null)} />
      ) : (
        <WholeBody {...shared} key={species} species={species} onOpen={showLimb} />
      )}
    </div>
  )
}

interface WholeBodyProps extends Required<BodyMapProps> {
  readonly onOpen: (part: LimbPart) => void
}

function WholeBody({ species, selected, counts, isDisabled, onSelect, onOpen }: WholeBodyProps) {
  const { t, i18n } = useTranslation()
  const labels = createPartLabels(t, i18n.language)
  const drawing = bodyDrawings[species]
  const Animal = figures[species]
  const regions = createBodyRegions(drawing).map((region) => {
    const joints: readonly BodyPart[] = getRefinements(species, region.id)
    const images = countImages(counts, [region.id, ...joints])
    const ownName = labels.getAccessibleName(region.id, images)
    const joint = joints.find((part) => part === selected)
    const selectedPart = joint && labels.getName(joint)
    const opening = findLimb(species, region.id) ? t('maps:opens', { name: ownName }) : ownName
    return {
      ...region,
      name: labels.getName(region.id),
      accessibleName: selectedPart === undefined ? opening : `${opening}, ${selectedPart}`,
      images,
      isSelected: region.id === selected || joint !== undefined,
      selectedPart,
    }
  })
  const choose = (part: GeneralBodyPart) => {
    const limb = findLimb(species, part)
    if (limb) onOpen(limb)
    // If a joint of this leg is selected, it stays selected; the leg is only opened again.
    if (!limb || findLimb(species, selected) !== limb) onSelect(part)
  }
  return (
    <MapCanvas
      label={t('maps:body', { animal: speciesEntries[species].names[toLanguage(i18n.language)] })}
      placeholder={t('maps:choosePart')}
      frame={drawing.frame}
      figure={<Animal weight={1.5} />}
      isClipped
      regions={regions}
      isDisabled={isDisabled}
      onSelect={choose}
    />
  )
}
