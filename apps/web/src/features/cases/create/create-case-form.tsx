import { Button, Skeleton, Stack } from '@mantine/core'
import { IconDeviceFloppy, IconInfoCircle } from '@tabler/icons-react'
import { caseStatus, formatCaseNumber } from '@talus/contract'
import type { CaseRow, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { getErrorMessage } from '../../../api/error-message.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { useSession } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { AttachmentsField } from './attachments-field.tsx'
import type { StoredFile } from './attachments-field.tsx'
import { readImageIds, readStudyIds, toCaseValues, toSentCase } from './case-values.ts'
import type { CaseSource, CaseValues } from './case-values.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { ImagesField } from './images-field.tsx'
import { MissingImages } from './missing-images.tsx'
import { findOwnDoctor } from './own-doctor.ts'
import { PatientFields } from './patient-fields.tsx'
import { PriorsField } from './priors-field.tsx'
import { HistoryFields, RequestFields } from './request-fields.tsx'
import { SendingMeter } from './sending-meter.tsx'
import { useCaseFaults } from './use-case-faults.ts'
import { SendingStopped, useCaseSending } from './use-case-sending.ts'
import { useCaseSource } from './use-case-source.ts'
import { useKeptForm } from './use-kept-form.ts'
import styles from './create-case.module.css'

const requiredFields = [
  'referringVeterinarianId',
  'patientName',
  'breedId',
  'speciesId',
  'modality',
  'birthDate',
  'imageIds',
] as const

/** Messages that end with a name have no full stop; another sentence follows here. */
const endSentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** The text of a network error says by itself that nothing is lost. */
function describeFailure(t: TFunction, error: unknown): string {
  const message = endSentence(getErrorMessage(error))
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 409) return message
  return `${message} ${status === 0 ? t('caseForm:openAgain') : t('caseForm:kept')}`
}

interface CreateCaseFormProps {
  readonly study: Study
  readonly onDone: () => void
  /** Opens another page; a modal is not part of one. */
  readonly goTo: (path: string) => void
}

/** Create Case, filled in from the study, or with the draft that was saved for it. */
export function CreateCaseForm({ study, onDone, goTo }: CreateCaseFormProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const source = useCaseSource(study)
  const { patient, owner, images, draft, priors, promptNames } = source
  if (source.error) return <ErrorNote text={getErrorMessage(source.error)} />
  if (source.isLoading || patient === undefined)
    return (
      <Stack aria-busy>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={52} />
        ))}
      </Stack>
    )
  return (
    <Stack gap="md">
      {source.open ? (
        <p className={styles.note}>
          <Icon icon={IconInfoCircle} />
          {t('caseForm:openCase', {
            number: formatCaseNumber(source.open.id),
            status: t(`cases:status.${source.open.status}`),
          })}
        </p>
      ) : null}
      <LoadedForm
        source={{
          study,
          patient,
          owner,
          images,
          draft,
          doctors: source.doctors,
          priors,
          reports: source.reports,
          promptNames,
          ownDoctorId: findOwnDoctor(user, source.doctors),
        }}
        page={source}
        onDone={onDone}
        onAddDoctor={() => {
          // The texts that were typed are kept for the return.
          onDone()
          goTo('/settings/doctors')
        }}
      />
    </Stack>
  )
}

interface LoadedFormProps extends Pick<CreateCaseFormProps, 'onDone'> {
  readonly source: CaseSource
  readonly page: ReturnType<typeof useCaseSource>
  readonly onAddDoctor: () => void
}

function LoadedForm({ source, page, onDone, onAddDoctor }: LoadedFormProps) {
  const { t } = useTranslation()
  const { draft, images } = source
  const timeZone = useCaseZone()
  const { check, checkDraft, describeMissing } = useCaseFaults(source)
  const sending = useCaseSending()
  const kept = useKeptForm(source)
  const { files, key } = kept
  const stored = useStoredFiles(draft)
  // Changes of others are noticed by the version that the form was opened with.
  const [version] = useState(draft?.version)
  const [removed, setRemoved] = useState(0)

  /** The modal closes also on failure; what was typed is kept for the next time. */
  const send = async (values: CaseValues, isSubmitted: boolean) => {
    kept.noteAttempt()
    // Each removed file has increased the version of the draft by one.
    const known = draft && { ...draft, version: (version ?? draft.version) + removed }
    const sent = toSentCase(values, { ...source, draft: known }, { key, files })
    try {
      await sending.send(sent, isSubmitted)
    } catch (error) {
      if (error instanceof SendingStopped)
        throw new Error(t('caseForm:sending.stopped'), { cause: error })
      onDone()
      toast.long('error', describeFailure(t, error))
      throw error
    }
    kept.discard()
    toast.done(isSubmitted ? t('caseForm:created') : t('caseForm:saved'))
    onDone()
  }
  const form = useForm<CaseValues>({
    initial: toCaseValues(source),
    labels: useLabels(),
    required: requiredFields,
    describeMissing,
    check,
    draft: kept.draft,
    isNew: true,
    save: async (values) => {
      if (!(await confirmIdentity(t, values, source.patient)))
        throw new Error(t('caseForm:identity.kept'))
      await send(values, true)
    },
  })
  const chosen = readImageIds(form.values.imageIds)
  const saveDraft = (button: HTMLButtonElement) =>
    void form.attempt(button.form, async () => {
      checkDraft(form.values)
      await send(form.values, false)
      form.reset()
    })
  return (
    <FormFrame
      form={form}
      label={t('studies:action.createCase')}
      saveLabel={t('caseForm:submit')}
      onCancel={() => {
        kept.discard()
        onDone()
      }}
      actions={
        sending.progress ? (
          <SendingMeter progress={sending.progress} onStop={sending.stop} />
        ) : (
          <Button
            variant="default"
            leftSection={<Icon icon={IconDeviceFloppy} />}
            loading={form.isTrying}
            onClick={(event) => saveDraft(event.currentTarget)}
          >
            {t('caseForm:save')}
          </Button>
        )
      }
    >
      <RequestFields
        form={form}
        doctors={page.doctors}
        hasMr={images.some(({ modality }) => modality === 'MR')}
        onAddDoctor={onAddDoctor}
      />
      <HistoryFields form={form} />
      <FormGroup title={t('caseForm:group.images')}>
        <div className={styles.wide}>
          <MissingImages
            values={form.values}
            images={images.filter(({ id }) => chosen.includes(id))}
            planned={page.planned}
          />
        </div>
        <ImagesField
          images={images}
          chosen={chosen}
          error={form.getFault('imageIds')}
          onChoose={(ids) => form.setValue('imageIds', ids.join(','))}
        />
        <PriorsField
          createdOn={source.study.createdOn}
          studies={page.priors}
          reports={page.reports}
          chosenStudies={readStudyIds(form.values.priorIds)}
          onChooseStudies={(ids) => form.setValue('priorIds', ids.join(','))}
          chosenReports={readImageIds(form.values.reportIds)}
          onChooseReports={(ids) => form.setValue('reportIds', ids.join(','))}
          timeZone={timeZone}
        />
        <AttachmentsField
          files={files}
          onFiles={kept.changeFiles}
          lost={kept.lostFiles}
          stored={stored}
          onRemoved={() => setRemoved((count) => count + 1)}
        />
      </FormGroup>
      <PatientFields form={form} recorded={source.patient.name} />
    </FormFrame>
  )
}

/** The attachments that were saved with a draft. */
function useStoredFiles(draft: CaseRow | undefined): readonly StoredFile[] {
  const { data } = useQuery({
    ...(draft === undefined
      ? { queryKey: ['cases', 'files', 'none'], queryFn: () => [] }
      : caseQueries.files(draft.id)),
    enabled: draft?.status === caseStatus.draft,
  })
  return (data ?? [])
    .filter(({ imageId }) => imageId === null)
    .map(({ id, fileName, byteLength, isRemovable }) => ({
      id,
      name: fileName,
      size: byteLength,
      isRemovable,
    }))
}

function useLabels(): Record<keyof CaseValues, string> {
  const { t } = useTranslation()
  return {
    referringVeterinarianId: t('caseForm:field.referringVeterinarianId'),
    patientName: t('caseForm:field.patientName'),
    speciesId: t('caseForm:field.speciesId'),
    breedId: t('caseForm:field.breedId'),
    modality: t('caseForm:field.modality'),
    birthDate: t('caseForm:field.birthDate'),
    sex: t('caseForm:field.sex'),
    spayed: t('caseForm:field.spayed'),
    weight: t('caseForm:field.weight'),
    weightUnit: t('caseForm:field.weightUnit'),
    ownerName: t('caseForm:field.ownerName'),
    address: t('caseForm:field.address'),
    phone: t('caseForm:field.phone'),
    complaint: t('cases:prompt.complaint'),
    duration: t('cases:prompt.duration'),
    examination: t('cases:prompt.examination'),
    treatment: t('cases:prompt.treatment'),
    question: t('cases:prompt.question'),
    rest: t('caseForm:field.rest'),
    additionalNotes: t('caseForm:field.additionalNotes'),
    studyTypes: t('caseForm:field.studyTypes'),
    priority: t('caseForm:field.priority'),
    requestedRadiologistId: t('caseForm:field.requestedRadiologistId'),
    isTest: t('caseForm:field.isTest'),
    imageIds: t('caseForm:images.title'),
    priorIds: t('caseForm:priors'),
    reportIds: t('caseForm:priorReports'),
  }
}
