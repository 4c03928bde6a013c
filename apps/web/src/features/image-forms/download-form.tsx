import { IconDownload } from '@tabler/icons-react'
import { downloadTypes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, wordsOf } from '../../api/call.ts'
import { isLocal } from '../../api/page-settings.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { ProgressMeter } from '../../ui/progress-meter.tsx'
import { sizeWords } from '../../ui/quantities.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { CutOff, NotWritten } from '../../api/zip/receive-zip.ts'
import { fetchZip } from './fetch-zip.ts'
import type { DownloadType, ZipProgress } from './fetch-zip.ts'
import type { FormProps } from './image-forms.ts'
import { ImagePicker } from './image-picker.tsx'
import { useLanguage } from './use-language.ts'
import { useStudyImages } from './use-study-images.ts'
import styles from './forms.module.css'

interface Wanted {
  readonly imageIds: ImageId[]
  readonly type: DownloadType
}

export function DownloadForm({ study, onDone }: FormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const legendId = useId()
  const { images, chosen, setChosen, ids } = useStudyImages(study)
  const [type, setType] = useState<DownloadType>('JPEG')
  const [progress, setProgress] = useState<ZipProgress>()
  /** In the local variant the server itself puts the file on the machine. */
  const save = async (wanted: Wanted) => {
    if (!isLocal) return fetchZip(wanted, setProgress)
    return (await call(routes.image.downloadLocally, { body: wanted })).fileName
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
  const failure = (error: unknown) => {
    if (error instanceof CutOff) return t('imageForms:download.cutOff')
    return error instanceof NotWritten ? t('imageForms:download.notWritten') : wordsOf(error)
  }
  const progressText = () => {
    if (!progress) return t('imageForms:download.preparing')
    return t('imageForms:download.progress', {
      count: progress.total ?? ids.length,
      done: progress.done,
      size: sizeWords(progress.bytes, language),
    })
  }
  return (
    <ActionForm
      label={t('studies:imageForm.download')}
      actionLabel={t('imageForms:download.download')}
      actionIcon={<IconDownload size={18} stroke={1.5} aria-hidden />}
      reason={ids.length === 0 ? t('imageForms:picker.choose') : undefined}
      isBusy={download.isPending}
      error={download.error ? failure(download.error) : undefined}
      state={download.isPending ? progressText() : undefined}
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
      <ImagePicker images={images} chosen={chosen} onChoose={setChosen} isFirst />
      {download.isPending ? (
        <ProgressMeter
          label={t('studies:imageForm.download')}
          text={progressText()}
          done={progress?.done}
          total={progress?.total}
        />
      ) : null}
    </ActionForm>
  )
}
