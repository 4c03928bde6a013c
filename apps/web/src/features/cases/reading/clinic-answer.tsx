import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { CaseDetail, ImageId } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { FileChoice } from '../shared/file-choice.tsx'
import { useTypedText } from '../shared/use-typed-text.ts'
import { StudyImageChoice, useStudyImages } from './study-images.tsx'
import styles from './reading.module.css'

/** The question of the radiologist, and the clinic's answer with images of the study and files. */
export function ClinicAnswer({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { text: note, change, sendWith } = useTypedText(radCase.id, 'answer')
  const [files, setFiles] = useState<readonly File[]>([])
  const studies = useStudyImages(radCase)
  const [imageIds, setImageIds] = useState<readonly ImageId[]>([])
  const addImages = useMutation(withOwnError(caseWorkMutations.addImages))
  const addFiles = useMutation(withOwnError(caseWorkMutations.addFiles))
  const answer = useMutation(withOwnError(sendWith(caseWorkMutations.requestMore)))
  const runOnce = useOneRun()
  const send = async () => {
    if (imageIds.length > 0) {
      await addImages.mutateAsync({ params: { id: radCase.id }, body: { imageIds: [...imageIds] } })
      setImageIds([])
    }
    if (files.length > 0) {
      await addFiles.mutateAsync({
        params: { id: radCase.id },
        form: { fields: {}, files: { files } },
      })
      // A failed answer must not send the files again.
      setFiles([])
    }
    await answer.mutateAsync({
      body: { caseId: radCase.id, notes: note, isRadiologist: false },
    })
    change({ text: '' })
    toast.done(t('caseReading:answer.done'))
  }
  const error = addImages.error ?? addFiles.error ?? answer.error
  return (
    <section className={styles.question} aria-label={t('caseReading:answer.title')}>
      <h2>{t('caseReading:answer.title')}</h2>
      <blockquote>{radCase.requestMoreInfoMessage}</blockquote>
      <form
        className={styles.answerForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() === '') return
          void runOnce(send)
        }}
      >
        <Textarea
          label={t('caseReading:answer.note')}
          value={note}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={limits.caseMessageMax}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <StudyImageChoice studies={studies} chosen={imageIds} onChoose={setImageIds} />
        <FileChoice files={files} onChange={setFiles} />
        {error ? <ErrorNote text={getErrorMessage(error)} /> : null}
        <Button
          className={styles.answerSend}
          type="submit"
          leftSection={<Icon icon={IconSend} />}
          loading={addImages.isPending || addFiles.isPending || answer.isPending}
          disabled={note.trim() === ''}
        >
          {t('caseReading:answer.send')}
        </Button>
      </form>
    </section>
  )
}
