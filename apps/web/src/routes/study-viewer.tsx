import { useMemo, useState } from 'react'
import { useRecordChanges } from '../api/records/use-record-changes.ts'
import { showStudyAddress } from '../features/viewing/use-image-address.ts'
import { NothingToView } from '../features/viewing/no-viewer.tsx'
import { hasStacks, isStackImage } from '../stacks/index.ts'
import type { ViewedStudy, ViewerProps } from '../viewer/index.ts'
import { StudyImages } from './study-images.tsx'
import { StudyStacks } from './study-stacks.tsx'

interface StudyViewerProps {
  readonly viewed: ViewedStudy
  /** The image that the address names. */
  readonly opened: ViewerProps['opened']
}

/** Slices open in the stack viewer, other images in the viewer of radiographs. */
function chooseViewer({ study, source }: ViewedStudy, opened: ViewerProps['opened']) {
  const image = source.images.find(({ id }) => id === opened?.image)
  return isStackImage(image ?? study) ? 'stacks' : 'images'
}

/** A study with slices and other images has both viewers, each with a way to the other. */
export function StudyViewer({ viewed, opened: openedFirst }: StudyViewerProps) {
  const { study, source } = viewed
  const [shown, setShown] = useState<'stacks' | 'images'>(() => chooseViewer(viewed, openedFirst))
  const [opened, setOpened] = useState(openedFirst)
  useRecordChanges(study.clinicId)
  const others = useMemo(() => source.images.filter((image) => !isStackImage(image)), [source])
  // The same object for the same images, because the viewer depends on it.
  const withoutSlices = useMemo(() => {
    const hasBoth = others.length > 0 && others.length < source.images.length
    return hasBoth ? { ...source, images: others } : source
  }, [source, others])
  if (source.images.length === 0) return <NothingToView />
  const isStackStudy = hasStacks(source.images)
  if (isStackStudy && shown === 'stacks')
    return (
      <StudyStacks
        viewed={viewed}
        firstImage={opened?.image}
        others={{
          images: others,
          onShow: (image) => {
            setOpened(image === undefined ? undefined : { image, isLayout: false })
            setShown('images')
          },
        }}
      />
    )
  return (
    <StudyImages
      viewed={{ ...viewed, source: withoutSlices }}
      opened={withoutSlices.images.some(({ id }) => id === opened?.image) ? opened : undefined}
      slices={
        isStackStudy
          ? {
              count: source.images.length - others.length,
              onShow: () => {
                setOpened(undefined)
                setShown('stacks')
                showStudyAddress(study.id)
              },
            }
          : undefined
      }
    />
  )
}
