import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { studyImagesQuery } from '../../api/study-images.ts'
import type { FormStudy } from './image-forms.ts'
import { chosenOf } from './selection.ts'
import type { Chosen } from './selection.ts'

/** The images that a form offers and those that are chosen, the one that was looked at first. */
export function useStudyImages({ studyId, imageId }: FormStudy) {
  const images = useQuery(studyImagesQuery(studyId))
  const [chosen, setChosen] = useState<Chosen<ImageId>>(
    () => new Set(imageId === undefined ? [] : [imageId]),
  )
  const ids = chosenOf(images.data?.map(({ id }) => id) ?? [], chosen)
  return { images, chosen, setChosen, ids }
}
