import { offeredViews } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { animalSizes, CountedAnnotation, Species } from '@talus/contract'
import { useState } from 'react'
import { addObstacle, isBodyPart, keyOf } from './annotations.ts'
import type { Named } from './annotations.ts'

type Size = (typeof animalSizes)[number]
const usualSize: Size = 'Medium'

interface Chosen {
  readonly part: BodyPart | undefined
  readonly view: View | undefined
  readonly size: Size
  /** The annotation that was shown last on the map. */
  readonly followed: string | undefined
}

/** What is about to be added. The map also shows which part the selected annotation means. */
export function useChoice(
  species: Species,
  annotations: readonly Named[],
  selected: CountedAnnotation | undefined,
) {
  const [chosen, setChosen] = useState<Chosen>({
    part: undefined,
    view: undefined,
    size: usualSize,
    followed: undefined,
  })
  const selectedKey = selected && keyOf(selected, 'General')
  if (selected && selectedKey !== chosen.followed) {
    const part = isBodyPart(species, selected.bodyPart) ? selected.bodyPart : undefined
    const view = offeredViews(species, part).find((one) => one === selected.bodyPartView)
    setChosen({
      part,
      view,
      size: selected.animalSize ?? chosen.size,
      followed: selectedKey,
    })
  }

  const { part, size } = chosen
  const views = offeredViews(species, part)
  const view = views.find((one) => one === chosen.view) ?? (part && views[0])
  const wanted = part && view ? { bodyPart: part, bodyPartView: view, animalSize: size } : undefined
  const obstacle = addObstacle({ hasStudy: true, wanted, annotations, modality: 'General' })
  return {
    species,
    part,
    view,
    views,
    size,
    wanted,
    obstacle,
    setPart: (next: BodyPart) =>
      setChosen((now) => ({
        ...now,
        part: next,
        // The usual view of the new part; the one that was chosen stays only with its part.
        view: next === now.part ? now.view : offeredViews(species, next)[0],
      })),
    setView: (next: View) => setChosen((now) => ({ ...now, view: next })),
    setSize: (next: Size) => setChosen((now) => ({ ...now, size: next })),
  }
}

export type Choice = ReturnType<typeof useChoice>
