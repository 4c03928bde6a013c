import type { ImageId, StudyId } from '@talus/contract'
import { useSearchParams } from 'react-router'
import { NothingToView, StudyFailed, StudyWaiting } from '../features/viewing/no-viewer.tsx'
import { ImageFinder } from '../features/viewing/image-finder.tsx'
import { ImageNotShown } from '../features/viewing/image-not-shown.tsx'
import { MovedStudyPage } from '../features/viewing/moved-study-notice.tsx'
import { requireNamespace } from '../language.ts'
import { useDarkPage } from '../ui/theme/dark-page.ts'
import { WithTranslations } from '../ui/states/with-translations.tsx'
import { useViewedStudy } from '../viewer/index.ts'
import { readViewerAddress } from '../viewer/prefetch.ts'
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
  if (loaded.state === 'loading') return <StudyWaiting onRetry={loaded.retry} />
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
  return (
    <MovedStudyPage studyId={studyId}>
      <StudyViewer viewed={loaded.viewed} opened={opened} />
    </MovedStudyPage>
  )
}
