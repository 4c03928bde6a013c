import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail, ImageId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { ImageTicks } from '../shared/image-ticks.tsx'
import styles from './reading.module.css'

/** The images of the study that the clinic can still add: a radiologist often asks for one. */
export function useStudyImages(radCase: CaseDetail) {
  const actor = useActor()
  const mayAdd = mayActOnCase(actor, 'addImages', radCase) && radCase.status !== caseStatus.draft
  const { data: images = [] } = useQuery({
    ...(radCase.studyId === null
      ? { queryKey: ['studies', 'images', 'none'], queryFn: () => [] }
      : imageQueries.ofStudy(radCase.studyId)),
    // An image that was taken for this case a minute ago must be in the list.
    staleTime: 0,
    enabled: mayAdd,
  })
  return mayAdd ? images.filter(({ id }) => !radCase.imageIds.includes(id)) : []
}

interface StudyImageChoiceProps {
  readonly images: ReturnType<typeof useStudyImages>
  readonly chosen: readonly ImageId[]
  readonly onChoose: (chosen: readonly ImageId[]) => void
}

export function StudyImageChoice({ images, chosen, onChoose }: StudyImageChoiceProps) {
  const { t } = useTranslation()
  const titleId = useId()
  if (images.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.choiceTitle}>
        {t('caseReading:studyImages.title')}
      </h3>
      <ImageTicks images={images} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}

/** Adds images to an open case whose radiologist has not asked for anything. */
export function AddStudyImages({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const images = useStudyImages(radCase)
  const [chosen, setChosen] = useState<readonly ImageId[]>([])
  const add = useMutation({
    ...caseWorkMutations.addImages,
    onSuccess: (_files, { body }) => {
      setChosen([])
      toast.done(t('caseReading:studyImages.done', { count: body.imageIds.length }))
    },
  })
  // The answer has the choice, so that question, text and images are sent with one press.
  if (images.length === 0 || radCase.status === caseStatus.waiting) return null
  return (
    <section className={styles.part}>
      <StudyImageChoice images={images} chosen={chosen} onChoose={setChosen} />
      <Button
        variant="default"
        leftSection={<Icon icon={IconPhotoPlus} />}
        loading={add.isPending}
        disabled={chosen.length === 0}
        onClick={() => add.mutate({ params: { id: radCase.id }, body: { imageIds: [...chosen] } })}
      >
        {t('caseReading:studyImages.add', { count: chosen.length })}
      </Button>
    </section>
  )
}
