import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { imageQueries } from '../../../api/records/image.ts'
import type { FormStudy } from '../image-forms.ts'
import { filterChosen } from './selection.ts'
import type { ChosenIds } from './selection.ts'

/** The images that a form offers and the chosen ones; initially the image open in the viewer. */
export function useStudyImages({ studyId, imageId }: FormStudy) {
  const images = useQuery(imageQueries.ofStudy(studyId))
  const [chosen, setChosen] = useState<ChosenIds<ImageId>>(
    () => new Set(imageId === undefined ? [] : [imageId]),
  )
  const ids = filterChosen(images.data?.map(({ id }) => id) ?? [], chosen)
  return { images, chosen, setChosen, ids }
}
