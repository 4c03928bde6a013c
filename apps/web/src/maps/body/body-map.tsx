import { refinementsOf, speciesEntries } from '@talus/anatomy'
import type { BodyPart, GeneralBodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../canvas/language-of.ts'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { bodyRegions } from './body-regions.ts'
import { bodyDrawings, figures } from './figures.ts'
import { LimbMap } from './limb-map.tsx'
import { limbOf, partCount } from './limbs.ts'
import type { LimbPart, PartCounts } from './limbs.ts'
import { partWords } from './part-words.ts'

export interface BodyMapProps {
  readonly species: Species
  readonly selected: BodyPart | null
  readonly onSelect: (part: BodyPart) => void
  /** How many images there are of each part. */
  readonly counts: PartCounts
  readonly isDisabled?: boolean
}

/** The animal from the side, part by part. A horse's legs open into their joints. */
export function BodyMap({ species, selected, onSelect, counts, isDisabled = false }: BodyMapProps) {
  const [open, setOpen] = useState<LimbPart | null>(() => limbOf(species, selected))
  const [followed, setFollowed] = useState({ species, selected })
  // What is chosen elsewhere, in the list of annotations for instance, opens or closes the limb.
  if (followed.species !== species || followed.selected !== selected) {
    setFollowed({ species, selected })
    setOpen(limbOf(species, selected))
  }
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // The drawing that had the focus is gone; the one in its place takes it.
    if (!hadFocus.current) return
    hadFocus.current = false
    box.current?.querySelector<SVGElement>('[role="option"][tabindex="0"]')?.focus()
  }, [open])
  const turnTo = (limb: LimbPart | null) => {
    hadFocus.current = true
    setOpen(limb)
  }
  const shared = { selected, counts, isDisabled, onSelect }
  return (
    <div ref={box}>
      {open ? (
        <LimbMap {...shared} part={open} onClose={() => turnTo(null)} />
      ) : (
        <WholeBody {...shared} key={species} species={species} onOpen={turnTo} />
      )}
    </div>
  )
}

interface WholeBodyProps extends Required<BodyMapProps> {
  readonly onOpen: (part: LimbPart) => void
}

function WholeBody({ species, selected, counts, isDisabled, onSelect, onOpen }: WholeBodyProps) {
  const { t, i18n } = useTranslation()
  const words = partWords(t, i18n.language)
  const drawing = bodyDrawings[species]
  const Animal = figures[species]
  const regions = bodyRegions(drawing).map((region) => {
    const joints: readonly BodyPart[] = refinementsOf(species, region.id)
    const images = partCount(counts, [region.id, ...joints])
    const spoken = words.spoken(region.id, images)
    const joint = joints.find((part) => part === selected)
    const chosenPart = joint && words.name(joint)
    const opening = joints.length > 0 ? t('maps:opens', { name: spoken }) : spoken
    return {
      ...region,
      name: words.name(region.id),
      spoken: chosenPart === undefined ? opening : `${opening}, ${chosenPart}`,
      images,
      isSelected: region.id === selected || joint !== undefined,
      chosenPart,
    }
  })
  const choose = (part: GeneralBodyPart) => {
    const limb = limbOf(species, part)
    if (limb) onOpen(limb)
    // A joint of this leg that is chosen stays so: the leg is only opened again.
    if (!limb || limbOf(species, selected) !== limb) onSelect(part)
  }
  return (
    <MapCanvas
      label={t('maps:body', { animal: speciesEntries[species].names[languageOf(i18n.language)] })}
      invitation={t('maps:choosePart')}
      frame={drawing.frame}
      figure={<Animal weight={1.5} />}
      isTrimmed
      regions={regions}
      isDisabled={isDisabled}
      onSelect={choose}
    />
  )
}
