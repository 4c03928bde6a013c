import { IconDownload } from '@tabler/icons-react'
import { downloadTypes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../../api/call.ts'
import { isLocal } from '../../../api/page-settings.ts'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { ProgressMeter } from '../../../ui/display/progress-meter.tsx'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { ConnectionLostError, WriteFailedError } from '../../../api/zip/receive-zip.ts'
import { fetchZip } from './fetch-zip.ts'
import type { DownloadType, ImageDownloadProgress } from './fetch-zip.ts'
import type { FormProps } from '../image-forms.ts'
import { DocumentPicker } from '../picker/document-picker.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'
import { useLanguage } from '../use-language.ts'
import { useStudyImages } from '../picker/use-study-images.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

interface DownloadRequest {
  readonly imageIds: ImageId[]
  readonly type: DownloadType
}

export function DownloadForm({ study, onDone }: FormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const legendId = useId()
  const { images, documents, chosen, setChosen, ids } = useStudyImages(study, 'reports')
  const [type, setType] = useState<DownloadType>('JPEG')
  const [progress, setProgress] = useState<ImageDownloadProgress>()
  /** In the local variant the server itself saves the file on this computer. */
  const save = async (request: DownloadRequest) => {
    if (!isLocal) return fetchZip(request, setProgress)
    return (await call(routes.image.downloadLocally, { body: request })).fileName
  }
  const download = useMutation({
    mutationFn: save,
    onSuccess: (name) => {
      toast.savedFile(t('imageForms:download.saved', { name }))
      onDone()
    },
    onSettled: () => setProgress(undefined),
    meta: { showsOwnError: true },
  })
  const formatFailure = (error: unknown) => {
    if (error instanceof ConnectionLostError) return t('imageForms:download.cutOff')
    return error instanceof WriteFailedError
      ? t('imageForms:download.notWritten')
      : getErrorMessage(error)
  }
  const formatProgress = () => {
    if (!progress) return t('imageForms:download.preparing')
    return t('imageForms:download.progress', {
      count: progress.total ?? ids.length,
      done: progress.done,
      size: formatFileSize(progress.bytes, language),
    })
  }
  return (
    <ActionForm
      label={t('studies:imageForm.download')}
      actionLabel={t('imageForms:download.download')}
      actionIcon={<Icon icon={IconDownload} />}
      reason={ids.length === 0 ? t('imageForms:picker.choose') : undefined}
      isBusy={download.isPending}
      error={download.error ? formatFailure(download.error) : undefined}
      state={download.isPending ? formatProgress() : undefined}
      onAct={() => download.mutate({ imageIds: ids, type })}
      onCancel={onDone}
    >
      <div>
        <p className={styles.legend} id={legendId}>
          {t('imageForms:download.type')}
        </p>
        <ChoiceCards
          labelledBy={legendId}
          value={type}
          onChoose={(value) => setType(downloadTypes.find((one) => one === value) ?? type)}
          cards={downloadTypes.map((one) => ({
            value: one,
            content: (
              <span className={styles.cardText}>
                {one}
                <small>{t(`imageForms:download.typeText.${one}`)}</small>
              </span>
            ),
          }))}
        />
      </div>
      <div className={styles.pickers}>
        <ImagePicker images={images} chosen={chosen} onChoose={setChosen} isFirst />
        <DocumentPicker
          documents={documents}
          timeZone={study.clinic.timeZone}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      {download.isPending ? (
        <ProgressMeter
          label={t('studies:imageForm.download')}
          text={formatProgress()}
          done={progress?.done}
          total={progress?.total}
        />
      ) : null}
    </ActionForm>
  )
}
