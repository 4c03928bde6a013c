import type { ImageId, StudyId } from '@talus/contract'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { NothingToView, StudyFailed } from '../features/viewing/no-viewer.tsx'
import { ImageNotShown } from '../features/viewing/image-not-shown.tsx'
import { useImageLocation } from '../features/viewing/use-image-location.ts'
import { requireNamespace } from '../language.ts'
import { useDarkPage } from '../ui/theme/dark-page.ts'
import { WithTranslations } from '../ui/states/with-translations.tsx'
import { ViewerSplash, useViewedStudy } from '../viewer/index.ts'
import { readViewerAddress, toViewerPath } from '../viewer/prefetch.ts'
import { StudyViewer } from './study-viewer.tsx'

// The texts are loaded in parallel, before the first API call; `WithTranslations` below waits for
// them.
for (const namespace of ['viewer', 'viewerPanel', 'measure'] as const)
  requireNamespace(namespace).catch(() => undefined)

/** The query of the URL names the study, an image of it, or both. */
export function Page() {
  useDarkPage()
  const [search] = useSearchParams()
  const { studyId, image, isLayout } = readViewerAddress(search, location.origin)
  return (
    <WithTranslations namespace="viewer">
      <WithTranslations namespace="viewerPanel">
        <WithTranslations namespace="measure">
          {typeof image === 'string' ? (
            <ImageNotShown reason={image} studyId={studyId} />
          ) : studyId !== undefined ? (
            // The key resets all state when another study or image is opened.
            <StudyLoader
              key={`${studyId} ${image}`}
              studyId={studyId}
              opened={image === undefined ? undefined : { image, isLayout }}
            />
          ) : image !== undefined ? (
            <ImageFinder key={image} imageId={image} />
          ) : (
            <NothingToView />
          )}
        </WithTranslations>
      </WithTranslations>
    </WithTranslations>
  )
}

interface StudyLoaderProps {
  readonly studyId: StudyId
  readonly opened: { readonly image: ImageId; readonly isLayout: boolean } | undefined
}

function StudyLoader({ studyId, opened }: StudyLoaderProps) {
  const loaded = useViewedStudy(studyId)
  if (loaded.state === 'loading') return <ViewerSplash />
  const hasImage =
    loaded.state === 'loaded' &&
    (!opened || loaded.viewed.source.images.some(({ id }) => id === opened.image))
  // The study may have been deleted, or its image moved to another study: the image tells.
  if (opened && !hasImage)
    return (
      <ImageFinder
        imageId={opened.image}
        inStudy={{ studyId, reload: loaded.state === 'failed' ? loaded.retry : loaded.reload }}
      />
    )
  if (loaded.state === 'failed') return <StudyFailed onRetry={loaded.retry} />
  return <StudyViewer viewed={loaded.viewed} opened={opened} />
}

interface ImageFinderProps {
  readonly imageId: ImageId
  /** The study that was loaded without the image. */
  readonly inStudy?: { readonly studyId: StudyId; readonly reload: () => void } | undefined
}

/** Opens the study of an image, or says why the image is not shown. */
function ImageFinder({ imageId, inStudy }: ImageFinderProps) {
  const found = useImageLocation(imageId)
  if (found.state === 'loading') return <ViewerSplash />
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
