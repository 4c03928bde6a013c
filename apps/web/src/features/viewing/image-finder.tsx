import type { ImageId, StudyId } from '@talus/contract'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { toViewerPath } from '../../viewer/prefetch.ts'
import { ImageNotShown } from './image-not-shown.tsx'
import { StudyFailed, StudyWaiting } from './no-viewer.tsx'
import { useImageLocation } from './use-image-location.ts'

interface ImageFinderProps {
  readonly imageId: ImageId
  /** The study that was loaded without the image. */
  readonly inStudy?: { readonly studyId: StudyId; readonly reload: () => void } | undefined
}

/** Opens the study of an image, or says why the image is not shown. */
export function ImageFinder({ imageId, inStudy }: ImageFinderProps) {
  const found = useImageLocation(imageId)
  if (found.state === 'loading') return <StudyWaiting onRetry={found.retry} />
  if (found.state === 'failed') return <StudyFailed onRetry={found.retry} />
  if (found.state === 'hidden')
    return <ImageNotShown reason={found.reason} studyId={found.studyId ?? inStudy?.studyId} />
  if (found.studyId === inStudy?.studyId) return <Reloader onRetry={inStudy.reload} />
  return <Navigate replace to={toViewerPath(found.studyId, imageId)} />
}

/** The list of the study is older than the image: it is loaded once more. */
function Reloader({ onRetry }: { readonly onRetry: () => void }) {
  const [reload] = useState(() => onRetry)
  useEffect(() => reload(), [reload])
  return <StudyFailed onRetry={onRetry} />
}
