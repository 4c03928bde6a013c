import type { ImageId, StudyDocument } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentQueries } from '../../../api/records/document.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { sortDocuments } from '../../../ui/format/document-name.ts'
import type { FormStudy } from '../image-forms.ts'
import { filterChosen } from './selection.ts'
import type { ChosenIds } from './selection.ts'

/** Which objects without pixels a form offers beside the images. */
export type OfferedDocuments = 'none' | 'reports' | 'all'

const isOffered = ({ report, kind }: StudyDocument, offered: OfferedDocuments) =>
  report !== null ? offered !== 'none' : offered === 'all' && kind !== 'presentation'

/** The images that a form offers and the chosen ones; initially the image open in the viewer. */
export function useStudyImages(
  { studyId, imageId }: FormStudy,
  offered: OfferedDocuments = 'none',
) {
  const images = useQuery(imageQueries.ofStudy(studyId))
  const all = useQuery({ ...documentQueries.ofStudy(studyId), enabled: offered !== 'none' })
  const documents = sortDocuments((all.data ?? []).filter((one) => isOffered(one, offered)))
  const [chosen, setChosen] = useState<ChosenIds<ImageId>>(
    () => new Set(imageId === undefined ? [] : [imageId]),
  )
  const ids = filterChosen(
    [...(images.data ?? []), ...documents].map(({ id }) => id),
    chosen,
  )
  return { images, documents, chosen, setChosen, ids }
}
