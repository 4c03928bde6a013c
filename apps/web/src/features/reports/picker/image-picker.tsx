import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { collapseWhitespace, formatPatientName } from '@talus/contract'
import type {
  ClinicId,
  Image,
  Owner,
  OwnerId,
  Patient,
  PatientId,
  Study,
  StudyId,
} from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageQueries } from '../../../api/records/image.ts'
import { ownerQueries } from '../../../api/records/owner.ts'
import { patientQueries } from '../../../api/records/patient.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import { SuggestField } from '../../../ui/inputs/suggest-field.tsx'
import { formatOtherPatient } from '../state/slots.ts'
import styles from './image-picker.module.css'

interface ImagePickerProps {
  readonly clinicId: ClinicId
  readonly timeZone: string | undefined
  /** The choice starts at the study of the report. */
  readonly start: { readonly patientId: PatientId; readonly studyId: StudyId }
  /** `other` is the patient of the image, if it is not the one of the report. */
  readonly onPick: (image: Image, other: Patient | undefined) => void
  readonly onCancel: () => void
}

/** The steps of the choice so far: each depends on the one before. */
interface Path {
  readonly ownerId: OwnerId | undefined
  readonly patientId: PatientId | undefined
  readonly studyId: StudyId | undefined
}

/** Chooses one image: owner, then patient, then study, then image. */
export function ImagePicker(props: ImagePickerProps) {
  const { clinicId, timeZone, start, onPick, onCancel } = props
  const { t } = useTranslation()
  const startPatient = useQuery(patientQueries.one(start.patientId)).data
  const [path, setPath] = useState<Path>({ ownerId: undefined, ...start })
  const [image, setImage] = useState<Image>()
  const ownerId =
    path.ownerId ??
    (path.patientId === undefined ? undefined : (startPatient?.ownerId ?? undefined))
  const owner = useQuery(ownerQueries.one(ownerId)).data
  const patient = useQuery(patientQueries.one(path.patientId)).data
  const other = patient && patient.id !== start.patientId ? patient : undefined
  const go = (next: Path) => {
    setPath(next)
    setImage(undefined)
  }
  const noPatient = { patientId: undefined, studyId: undefined }
  return (
    <Stack gap="md">
      <Crumbs
        owner={owner}
        patient={patient}
        hasStudy={path.studyId !== undefined}
        onOwners={() => go({ ownerId: undefined, ...noPatient })}
        onOwner={() => go({ ownerId, ...noPatient })}
        onPatient={() => go({ ...path, ownerId, studyId: undefined })}
      />
      {other && startPatient ? (
        <p className={styles.other} role="alert">
          <Icon icon={IconAlertTriangle} />
          {t('report:picker.otherPatient', {
            name: formatOtherPatient(other),
            own: formatOtherPatient(startPatient),
          })}
        </p>
      ) : null}
      <div className={styles.list}>
        {path.studyId !== undefined ? (
          <StudyImages studyId={path.studyId} chosen={image} onChoose={setImage} />
        ) : path.patientId !== undefined ? (
          <PatientStudies
            patientId={path.patientId}
            timeZone={timeZone}
            onChoose={({ id }) => go({ ...path, ownerId, studyId: id })}
          />
        ) : ownerId !== undefined ? (
          <OwnerPatients
            clinicId={clinicId}
            ownerId={ownerId}
            onChoose={({ id }) => go({ ownerId, patientId: id, studyId: undefined })}
          />
        ) : (
          <Owners clinicId={clinicId} onChoose={(id) => go({ ownerId: id, ...noPatient })} />
        )}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          reason={image ? undefined : t('report:picker.noneSelected')}
          loading={image !== undefined && patient === undefined}
          onClick={() => image && patient && onPick(image, other)}
        >
          {other
            ? t('report:picker.confirmOther', { name: other.name })
            : t('report:picker.confirm')}
        </ExplainedButton>
      </Group>
    </Stack>
  )
}

interface CrumbsProps {
  readonly owner: Owner | undefined
  readonly patient: Patient | undefined
  readonly hasStudy: boolean
  readonly onOwners: () => void
  readonly onOwner: () => void
  readonly onPatient: () => void
}

/** The steps so far; each can be opened again. */
function Crumbs({ owner, patient, hasStudy, onOwners, onOwner, onPatient }: CrumbsProps) {
  const { t } = useTranslation()
  const crumbs = [
    { label: t('report:picker.owners'), run: onOwners, isShown: true },
    { label: owner?.name ?? '', run: onOwner, isShown: owner !== undefined },
    { label: patient?.name ?? '', run: onPatient, isShown: patient !== undefined },
    { label: t('report:picker.study'), run: undefined, isShown: hasStudy },
  ].filter(({ isShown }) => isShown)
  return (
    <nav className={styles.crumbs} aria-label={t('report:picker.path')}>
      <Icon icon={IconArrowLeft} size="sm" />
      {crumbs.map(({ label, run }, index) => (
        <span key={label} className={styles.crumb}>
          {index > 0 ? <Icon icon={IconChevronRight} size="xs" /> : null}
          {run && index < crumbs.length - 1 ? (
            <button type="button" onClick={run}>
              {label}
            </button>
          ) : (
            <span aria-current="step">{label}</span>
          )}
        </span>
      ))}
    </nav>
  )
}

interface OwnersProps {
  readonly clinicId: ClinicId
  readonly onChoose: (id: OwnerId) => void
}

const debounceMs = 100

function Owners({ clinicId, onChoose }: OwnersProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const searched = collapseWhitespace(text)
  const [settled] = useDebouncedValue(searched, debounceMs)
  const query = useQuery(ownerQueries.suggest(clinicId, settled))
  const found = searched === '' ? [] : (query.data ?? [])
  return (
    <div className={styles.search}>
      <SuggestField
        part="report-owner"
        label={t('report:picker.findOwner')}
        placeholder={t('report:picker.findOwner')}
        text={text}
        onText={setText}
        isSettled={searched === settled && !query.isPlaceholderData && !query.isPending}
        summary={t('report:picker.found', { count: found.length })}
        suggestions={found.map((owner) => ({
          key: owner.id,
          content: (
            <span className={styles.row}>
              <strong>{owner.name}</strong>
              <small>{[owner.phone, owner.animals.join(', ')].filter(Boolean).join(' · ')}</small>
            </span>
          ),
          onPick: () => onChoose(owner.id),
        }))}
      />
    </div>
  )
}

interface OwnerPatientsProps {
  readonly clinicId: ClinicId
  readonly ownerId: OwnerId
  readonly onChoose: (patient: Patient) => void
}

function OwnerPatients({ clinicId, ownerId, onChoose }: OwnerPatientsProps) {
  const { t } = useTranslation()
  const { data } = useQuery(patientQueries.ofOwner(clinicId, ownerId))
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) return <p className={styles.none}>{t('report:picker.noPatients')}</p>
  return data.map((patient) => (
    <button
      key={patient.id}
      type="button"
      className={styles.choice}
      onClick={() => onChoose(patient)}
    >
      <strong>{formatPatientName(t, patient.name, { number: patient.patientId })}</strong>
      <small>{patient.patientId}</small>
    </button>
  ))
}

interface PatientStudiesProps {
  readonly patientId: PatientId
  readonly timeZone: string | undefined
  readonly onChoose: (study: Study) => void
}

function PatientStudies({ patientId, timeZone, onChoose }: PatientStudiesProps) {
  const { t } = useTranslation()
  const { data } = useQuery(studyQueries.ofPatient(patientId))
  if (!data) return <Skeleton height={120} />
  const studies = data.filter(({ isDeleted }) => !isDeleted)
  if (studies.length === 0) return <p className={styles.none}>{t('report:picker.noStudies')}</p>
  return studies.map((study) => (
    <button key={study.id} type="button" className={styles.choice} onClick={() => onChoose(study)}>
      <strong>{formatDateTime(study.createdOn, timeZone)}</strong>
      <small>{t(`studies:modality.${study.modality}`)}</small>
    </button>
  ))
}

interface StudyImagesProps {
  readonly studyId: StudyId
  readonly chosen: Image | undefined
  readonly onChoose: (image: Image) => void
}

function StudyImages({ studyId, chosen, onChoose }: StudyImagesProps) {
  const { t } = useTranslation()
  const { data } = useQuery(imageQueries.ofStudy(studyId))
  if (!data) return <Skeleton height={240} />
  if (data.length === 0) return <p className={styles.none}>{t('report:panel.noImages')}</p>
  return (
    <div className={styles.grid} role="radiogroup" aria-label={t('report:picker.images')}>
      {data.map((image) => (
        <PickerImage
          key={image.id}
          image={image}
          isChosen={image.id === chosen?.id}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface PickerImageProps {
  readonly image: Image
  readonly isChosen: boolean
  readonly onChoose: (image: Image) => void
}

function PickerImage({ image, isChosen, onChoose }: PickerImageProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useThumbnail(image.id, 256)
  const name = getImageName(t, image, toLanguage(i18n.language))
  return (
    <label className={styles.image} data-chosen={isChosen || undefined}>
      <input
        type="radio"
        name="report-image"
        aria-label={name}
        checked={isChosen}
        onChange={() => onChoose(image)}
      />
      <Thumbnail state={state} src={src} label="" />
      <span>{name}</span>
    </label>
  )
}
