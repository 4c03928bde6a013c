import type { Image, ImageId, StudyId } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { studyImagesQuery } from '../../../api/study-images.ts'
import { upserted, withoutImage } from './image-list.ts'

const none: readonly Image[] = []

/** The images of the study, and the one that is looked at: without a choice, the newest. */
export function useImages(studyId: StudyId) {
  const client = useQueryClient()
  const query = studyImagesQuery(studyId)
  const { data, isPending } = useQuery({ ...query, staleTime: 0, refetchOnMount: 'always' })
  const [selectedId, setSelectedId] = useState<ImageId>()
  const images = data ?? none
  const selected = images.find(({ id }) => id === selectedId) ?? images.at(-1)

  return {
    images,
    isPending,
    selected,
    select: setSelectedId,
    /** A new one, or another look of one that is there. */
    receive: (image: Image) => {
      client.setQueryData(query.queryKey, (now = []) => upserted(now, image))
      // An answer that was asked for before must not take it away again.
      void client.invalidateQueries({ queryKey: query.queryKey })
    },
    /** Gone from the study; the first other one is looked at. */
    drop: (id: ImageId) => {
      const rest = withoutImage(images, id)
      client.setQueryData(query.queryKey, (now = []) => withoutImage(now, id))
      setSelectedId(rest[0]?.id)
    },
    refresh: () => client.invalidateQueries({ queryKey: query.queryKey }),
  }
}

export type Images = ReturnType<typeof useImages>
