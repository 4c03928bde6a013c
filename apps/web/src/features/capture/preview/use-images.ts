import type { Image, ImageId, StudyId } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { imageQueries } from '../../../api/records/image.ts'
import { markStale } from '../../../api/records/mark-stale.ts'
import { fresh } from '../query-behavior.ts'
import { upsertImage, removeImage } from './image-list.ts'

const none: readonly Image[] = []

/** The images of the study and the selected one; the newest if the user has selected none. */
export function useImages(studyId: StudyId) {
  const client = useQueryClient()
  const query = imageQueries.ofStudy(studyId)
  const { data, isPending } = useQuery({ ...query, ...fresh })
  const [selectedId, setSelectedId] = useState<ImageId>()
  const images = data ?? none
  const selected = images.find(({ id }) => id === selectedId) ?? images.at(-1)

  return {
    images,
    isPending,
    selected,
    select: setSelectedId,
    /** Adds a new image, or replaces one that has been reprocessed. */
    receive: (image: Image) => {
      client.setQueryData(query.queryKey, (now = []) => upsertImage(now, image))
      // A response to an earlier request must not remove the image again.
      void markStale(client, [query.queryKey])
    },
    /** Removes an image from the list and selects the first remaining one. */
    drop: (id: ImageId) => {
      const rest = removeImage(images, id)
      client.setQueryData(query.queryKey, (now = []) => removeImage(now, id))
      setSelectedId(rest[0]?.id)
    },
  }
}

export type Images = ReturnType<typeof useImages>
