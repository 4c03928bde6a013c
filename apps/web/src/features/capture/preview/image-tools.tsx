import { IconArrowBackUp, IconBan, IconContrast, IconEye, IconTag } from '@tabler/icons-react'
import { mayAnnotateImage } from '@talus/contract'
import type { Image, Study } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { imageMutations, imageQueries } from '../../../api/records/image.ts'
import { useActor } from '../../../api/session.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { openPresetsDialog } from './presets-dialog.tsx'
import { openRejectDialog } from './reject-dialog.tsx'
import { openRejectedDialog } from './rejected-dialog.tsx'
import { openRelabelDialog } from './relabel-dialog.tsx'
import type { RelabelList } from './relabel-dialog.tsx'
import type { CaptureModality } from '../plan/annotations.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './image-tools.module.css'

interface ImageToolsProps {
  readonly study: Study
  readonly modality: CaptureModality
  /** Undefined for an animal of unknown species. */
  readonly relabelList: RelabelList | undefined
  readonly images: readonly Image[]
  readonly selected: Image | undefined
  readonly timeZone: string | undefined
  readonly onRejected: (image: Image) => void
  /** The rejection was taken back. */
  readonly onRestored: (image: Image) => void
  readonly onProcessed: (image: Image) => void
  readonly onRelabelled: (image: Image) => void
}

/** The actions on the selected image, each with the reason why it is unavailable. */
export function useImageTools(props: ImageToolsProps) {
  const { study, modality, relabelList, images, selected, timeZone, ...then } = props
  const { t } = useTranslation()
  const actor = useActor()
  const navigate = useNavigate()
  const { data: rejected } = useQuery(imageQueries.rejectedOfStudy(study.id))
  const restoring = useMutation({ ...imageMutations.restore, onSuccess: then.onRestored })
  const restore = (image: Image) => restoring.mutate({ body: { imageId: image.id } })
  const getViewerReason = () => {
    if (study.isDeleted) return t('capture:viewer.deleted')
    return images.length === 0 ? t('capture:viewer.noImages') : undefined
  }
  const getPresetReason = () => {
    if (!selected) return t('capture:presets.none')
    return selected.preset === null ? t('capture:presets.noRaw') : undefined
  }
  const getRelabelReason = () => {
    if (!selected) return t('capture:relabel.none')
    // A dental image has no view, and its region is chosen on the map of the teeth.
    if (modality === 'Dental') return t('capture:relabel.teeth')
    if (!relabelList) return t('capture:study.noSpecies')
    const authors = { imageUserId: selected.userId, studyUserId: study.userId }
    return mayAnnotateImage(actor, authors) ? undefined : t('capture:relabel.notOwn')
  }
  const reasons = {
    relabel: getRelabelReason(),
    viewer: getViewerReason(),
    reject: selected ? undefined : t('capture:reject.none'),
    preset: getPresetReason(),
  }
  return {
    reasons,
    openViewer: () => {
      if (reasons.viewer === undefined) void navigate(`/viewer?studyId=${study.id}`)
    },
    relabel: () => {
      if (selected && relabelList && reasons.relabel === undefined)
        openRelabelDialog(selected, relabelList, then.onRelabelled)
    },
    reject: () => {
      if (selected) openRejectDialog(selected, { onRejected: then.onRejected, onUndo: restore })
    },
    rejectedCount: rejected?.length ?? 0,
    showRejected: () => openRejectedDialog({ studyId: study.id, timeZone, onRestore: restore }),
    changePreset: () => {
      if (selected && reasons.preset === undefined) openPresetsDialog(selected, then.onProcessed)
    },
  }
}

export function ImageTools({ tools }: { readonly tools: ReturnType<typeof useImageTools> }) {
  const { t } = useTranslation()
  return (
    <div className={styles.tools}>
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconContrast} size="lg" />}
        reason={tools.reasons.preset}
        onClick={tools.changePreset}
      >
        {t('capture:presets.action')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconTag} size="lg" />}
        reason={tools.reasons.relabel}
        onClick={tools.relabel}
      >
        {t('capture:relabel.action')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconBan} size="lg" />}
        reason={tools.reasons.reject}
        onClick={tools.reject}
      >
        {t('capture:reject.action')}
      </ExplainedButton>
      {tools.rejectedCount > 0 ? (
        <ExplainedButton
          variant="default"
          leftSection={<Icon icon={IconArrowBackUp} size="lg" />}
          onClick={tools.showRejected}
        >
          {t('capture:rejected.action', { count: tools.rejectedCount })}
        </ExplainedButton>
      ) : null}
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconEye} size="lg" />}
        reason={tools.reasons.viewer}
        onClick={tools.openViewer}
      >
        {t('capture:viewer.open')}
      </ExplainedButton>
    </div>
  )
}
