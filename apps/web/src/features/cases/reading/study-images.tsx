import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail, Image, ImageId } from '@talus/contract'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDay } from '../../../ui/format/dates.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { ImageTicks } from '../shared/image-ticks.tsx'
import styles from './reading.module.css'

const otherStudiesMax = 6

interface StudyImages {
  /** Undefined for the study of the case. */
  readonly createdOn: string | undefined
  readonly images: readonly Image[]
}

/**
 * The images that the clinic can still add: of the study, and of other studies of the animal. A
 * radiologist often asks for a view that is taken days later, in a study of its own.
 */
export function useStudyImages(radCase: CaseDetail): readonly StudyImages[] {
  const actor = useActor()
  const mayAdd = mayActOnCase(actor, 'addImages', radCase) && radCase.status !== caseStatus.draft
  const { data: studies = [] } = useQuery({
    ...studyQueries.ofPatient(radCase.patientId ?? undefined),
    staleTime: 0,
    enabled: mayAdd && radCase.patientId !== null,
  })
  const own = radCase.studyId === null ? [] : [{ id: radCase.studyId, createdOn: undefined }]
  const others = studies
    .filter(({ id, isDeleted }) => id !== radCase.studyId && !isDeleted)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
    .slice(0, otherStudiesMax)
  const offered = mayAdd ? [...own, ...others] : []
  const results = useQueries({
    // An image that was taken for this case a minute ago must be in the list.
    queries: offered.map(({ id }) => ({ ...imageQueries.ofStudy(id), staleTime: 0 })),
  })
  return offered
    .map(({ createdOn }, index) => ({
      createdOn,
      images: (results[index]?.data ?? []).filter(({ id }) => !radCase.imageIds.includes(id)),
    }))
    .filter(({ images }) => images.length > 0)
}

interface StudyImageChoiceProps {
  readonly studies: readonly StudyImages[]
  readonly chosen: readonly ImageId[]
  readonly onChoose: (chosen: readonly ImageId[]) => void
}

export const StudyImageChoice = ({ studies, chosen, onChoose }: StudyImageChoiceProps) =>
  studies.map(({ createdOn, images }) => {
    const isOffered = (id: ImageId) => images.some((image) => image.id === id)
    return (
      <ImageGroup
        key={createdOn ?? ''}
        createdOn={createdOn}
        images={images}
        chosen={chosen}
        onChoose={(own) => onChoose([...chosen.filter((id) => !isOffered(id)), ...own])}
      />
    )
  })

function ImageGroup({ createdOn, ...ticks }: StudyImages & Omit<StudyImageChoiceProps, 'studies'>) {
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const titleId = useId()
  return (
    <div role="group" aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.choiceTitle}>
        {createdOn === undefined
          ? t('caseReading:studyImages.title')
          : t('caseReading:studyImages.other', { day: formatDay(createdOn, timeZone) })}
      </h3>
      <ImageTicks {...ticks} />
    </div>
  )
}

/** Adds images to an open case whose radiologist has not asked for anything. */
export function AddStudyImages({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const studies = useStudyImages(radCase)
  const [chosen, setChosen] = useState<readonly ImageId[]>([])
  const add = useMutation({
    ...caseWorkMutations.addImages,
    onSuccess: (_files, { body }) => {
      setChosen([])
      toast.done(t('caseReading:studyImages.done', { count: body.imageIds.length }))
    },
  })
  const runOnce = useOneRun()
  // The answer has the choice, so that question, text and images are sent with one press.
  if (studies.length === 0 || radCase.status === caseStatus.waiting) return null
  return (
    <section className={styles.part}>
      <StudyImageChoice studies={studies} chosen={chosen} onChoose={setChosen} />
      <Button
        variant="default"
        leftSection={<Icon icon={IconPhotoPlus} />}
        loading={add.isPending}
        disabled={chosen.length === 0}
        onClick={() =>
          void runOnce(() =>
            add.mutateAsync({ params: { id: radCase.id }, body: { imageIds: [...chosen] } }),
          )
        }
      >
        {t('caseReading:studyImages.add', { count: chosen.length })}
      </Button>
    </section>
  )
}
