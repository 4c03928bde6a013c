import { useMemo, useState } from 'react'
import { useRecordChanges } from '../api/records/use-record-changes.ts'
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

/** A study with slices and other images has both viewers, each with a button to the other. */
export function StudyViewer({ viewed, opened }: StudyViewerProps) {
  const { study, source } = viewed
  const [shown, setShown] = useState<'stacks' | 'images'>(() => chooseViewer(viewed, opened))
  useRecordChanges(study.clinicId)
  // The same object for the same images, because the viewer depends on it.
  const withoutSlices = useMemo(() => {
    const images = source.images.filter((image) => !isStackImage(image))
    const hasBoth = images.length > 0 && images.length < source.images.length
    return hasBoth ? { ...source, images } : source
  }, [source])
  if (source.images.length === 0) return <NothingToView />
  const isStackStudy = hasStacks(source.images)
  if (isStackStudy && shown === 'stacks')
    return (
      <StudyStacks
        viewed={viewed}
        firstImage={opened?.image}
        onShowImages={() => setShown('images')}
      />
    )
  return (
    <StudyImages
      viewed={{ ...viewed, source: withoutSlices }}
      opened={withoutSlices.images.some(({ id }) => id === opened?.image) ? opened : undefined}
      onShowStacks={isStackStudy ? () => setShown('stacks') : undefined}
    />
  )
}
