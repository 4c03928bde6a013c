import { Button } from '@mantine/core'
import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Annotation, Image, StudyId, UnassignedFrame } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { callForFile } from '../../api/call.ts'
import { imageMutations, imageQueries } from '../../api/records/image.ts'
import { useImageFile } from '../../api/use-thumbnail.ts'
import { toLanguage } from '../../language.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { Icon } from '../../ui/display/icon.tsx'
import type { CaptureModality } from './plan/annotations.ts'
import styles from './banners.module.css'

type Target = z.output<typeof Annotation>

interface UnassignedBannerProps {
  readonly studyId: StudyId
  readonly modality: CaptureModality
  readonly target: Target | undefined
  readonly timeZone: string | undefined
  readonly onAssigned: (image: Image) => void
}

/**
 * Offers exposures without a study for assignment; unobtrusive, because the patient on the table
 * comes first.
 */
export function UnassignedBanner({
  studyId,
  modality,
  target,
  timeZone,
  onAssigned,
}: UnassignedBannerProps) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery(imageQueries.unassigned)
  const [later, setLater] = useState<readonly string[]>([])
  // A frame of the other kind of sensor is no image of this page.
  const frames = (data ?? []).filter(
    (one) => one.modality === modality && !later.includes(one.frameId),
  )
  const [frame, ...rest] = frames
  const name = target && formatImageAnatomy(target, toLanguage(i18n.language))
  const assign = useMutation({
    ...imageMutations.assign,
    onSuccess: (image) => {
      toast.done(t('capture:unassigned.done', { name: name ?? '' }))
      onAssigned(image)
    },
  })
  if (!frame) return null
  const time = formatDateTime(frame.exposedAt, timeZone)
  return (
    <aside className={styles.banner} aria-label={t('capture:unassigned.picture', { time })}>
      <FrameThumbnail frame={frame} label={t('capture:unassigned.picture', { time })} />
      <p>
        {t('capture:unassigned.text', { time })}
        {rest.length > 0 ? (
          <span className={styles.more}>
            {t('capture:unassigned.more', { count: rest.length })}
          </span>
        ) : null}
      </p>
      <ExplainedButton
        className={styles.action ?? ''}
        loading={assign.isPending}
        reason={target ? undefined : t('capture:unassigned.choose')}
        onClick={() => {
          const params = { frameId: frame.frameId }
          if (target) assign.mutate({ params, body: { studyId, annotation: target } })
        }}
      >
        {t('capture:unassigned.assign', { name: name ?? '…' })}
      </ExplainedButton>
      <Button
        className={styles.action ?? ''}
        variant="default"
        onClick={() => setLater((now) => [...now, frame.frameId])}
      >
        {t('capture:unassigned.later')}
      </Button>
    </aside>
  )
}

function FrameThumbnail({
  frame,
  label,
}: {
  readonly frame: UnassignedFrame
  readonly label: string
}) {
  const { state, src } = useImageFile(['unassigned-frame-files', frame.frameId], (settings) =>
    callForFile(routes.image.unassignedPicture, { params: { frameId: frame.frameId } }, settings),
  )
  return <Thumbnail state={state} src={src} label={label} size={64} />
}

interface ResumeBannerProps {
  readonly target: Target | undefined
  readonly reason: string | undefined
  readonly onResume: () => void
  readonly onEnd: () => void
}

/** Offers to resume or to end a capture loop that a page reload has interrupted. */
export function ResumeBanner({ target, reason, onResume, onEnd }: ResumeBannerProps) {
  const { t, i18n } = useTranslation()
  if (!target) return null
  const name = formatImageAnatomy(target, toLanguage(i18n.language))
  return (
    <aside className={styles.banner} data-tone="amber" role="status">
      <Icon icon={IconHistory} size="2xl" />
      <p>{t('capture:resume.text')}</p>
      <ExplainedButton
        className={styles.action ?? ''}
        leftSection={<Icon icon={IconRefresh} size="lg" />}
        reason={reason}
        onClick={onResume}
      >
        {t('capture:resume.action', { name })}
      </ExplainedButton>
      <Button className={styles.action ?? ''} variant="default" onClick={onEnd}>
        {t('capture:resume.dismiss')}
      </Button>
    </aside>
  )
}
