import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFileTypePdf } from '@tabler/icons-react'
import { getStatedSide } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { Study, StudyReport } from '@talus/contract'
import { checkReport, isReportBlocked } from '@talus/report/check'
import type { CheckContext, CheckFinding } from '@talus/report/check'
import { isReportEmpty, normalizeReport } from '@talus/report/document'
import type { ReportDocument } from '@talus/report/document'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createPdfAddress } from '../../../api/records/document.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import { markStale } from '../../../api/records/mark-stale.ts'
import { ownerQueries } from '../../../api/records/owner.ts'
import { patientQueries } from '../../../api/records/patient.ts'
import { reportMutations, reportQueries } from '../../../api/records/report.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { createUuid } from '../../../random-id.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { CheckList } from '../../../ui/display/check-list.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { closeModal, openModal } from '../../../ui/modals/modal-store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ReportStore } from '../state/report-store.ts'
import { hasErrorCode } from '../state/stored-draft.ts'
import { useMovedStudy } from './use-written-for.ts'
import type { WrittenForStore } from './use-written-for.ts'
import { useOtherPatients } from './use-other-patients.ts'
import { useReportTexts } from './use-report-texts.ts'

/** The server knows of a move that this page has not received. */
const patientCodes = ['report/patient-changed', 'report/patient-changed-since']

interface CreateOptions {
  readonly title: string
  readonly study: Study
  readonly store: ReportStore
  readonly writtenFor: WrittenForStore
  /** The PDF is stored. */
  readonly onCreated: (report: ReportDocument) => Promise<void>
  /** Also after Cancel, Escape and a press on a finding. */
  readonly onClosed: () => void
}

/** The user continues in the text, or in the field that a finding has opened. */
const findWritingPlace = () =>
  document.querySelector<HTMLElement>('[data-field-form] [data-first]') ??
  document.querySelector<HTMLElement>('[data-active] [contenteditable=true]') ??
  undefined

export function openCreateDialog({ title, onClosed, ...options }: CreateOptions) {
  const id: number | undefined = openModal({
    title,
    size: 600,
    onClose: onClosed,
    returnTo: findWritingPlace,
    body: <CreateDialog {...options} onClose={() => id !== undefined && closeModal(id)} />,
  })
}

interface CreateDialogProps extends Omit<CreateOptions, 'title' | 'onClosed'> {
  readonly onClose: () => void
}

/** Lets the browser save the file of an address; an error is then a failed download, not a page. */
function saveAddress(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** The facts with which the check compares the text. */
function useCheckContext(study: Study, report: ReportDocument) {
  const patient = useQuery(patientQueries.one(study.patientId)).data
  const owner = useQuery(ownerQueries.one(patient?.ownerId ?? undefined)).data
  const images = useQuery(imageQueries.ofStudy(study.id)).data ?? []
  // A name that is left from the text of another report is probably one of the last patients.
  const recent = useQuery(studyQueries.page(study.clinicId)).data?.rows ?? []
  // A drawing may have been deleted since the report was opened.
  const measured = useQuery({
    ...reportQueries.measurements(study.id, report.language),
    refetchOnMount: 'always',
  })
  const others = useOtherPatients(study, report)
  const texts = useReportTexts(report.language)
  const slots = report.pages.flatMap((page) => page.images)
  const context: CheckContext = {
    patientName: formatPatientName(texts, patient?.name ?? ''),
    ownerName: owner?.name ?? '',
    species: patient?.speciesId ? (getSpeciesName(patient.speciesId) ?? null) : null,
    sex: patient?.sex ?? null,
    otherPatientNames: [
      ...new Set(
        recent
          .filter(({ patientDatabaseId }) => patientDatabaseId !== study.patientId)
          .map(({ patientName }) => formatPatientName(texts, patientName)),
      ),
    ],
    imageSides: new Map(
      images.flatMap(({ id, bodyPart }) => {
        const side = getStatedSide({ bodyPart, bodyPartView: '' })
        return side === 'L' || side === 'R' ? [[id, side] as const] : []
      }),
    ),
    imagePatients: new Map(
      slots.flatMap(({ imageId, studyId }) => {
        const name = others.names.get(studyId)
        return name === undefined ? [] : [[imageId, name] as const]
      }),
    ),
    measurements: measured.isFetching ? null : (measured.data ?? null),
  }
  return { context, isLoading: measured.isFetching || others.isLoading }
}

/** The confirmation of CreatePDF, with the findings of the check. */
function CreateDialog(props: CreateDialogProps) {
  const { store, writtenFor, onCreated, onClose } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  // The study may be moved to another patient while the dialog is open.
  const study = useQuery(studyQueries.one(props.study.id)).data ?? props.study
  const moved = useMovedStudy(study, writtenFor)
  const { clinic } = useClinicInUse()
  const [report] = useState(() => normalizeReport(store.get().report))
  // One key for the dialog: pressing the button again after a lost answer makes no second version.
  const [key] = useState(createUuid)
  const [isVerified, setVerified] = useState(false)
  const { context, isLoading } = useCheckContext(study, report)
  const findings = checkReport(report, context)
  const newest = useQuery(reportQueries.versions(study.id)).data?.[0]
  // The dialog shows its error once: the records that it makes stale often fail with the same one.
  const create = useMutation({
    ...reportMutations.create,
    onError: (error) => {
      if (hasErrorCode(error, patientCodes))
        void markStale(client, [recordKeys.studies, recordKeys.patients])
    },
    onSuccess: async ({ report: created }) => {
      const written = store.get().report
      await onCreated(written)
      onClose()
      saveAddress(await createPdfAddress(created.imageId, 'save'))
      toast.savedFile(
        t('report:create.saved', { name: created.fileName, version: created.version }),
      )
    },
  })
  const jump = (finding: CheckFinding) => {
    const { code, page, position, offset, excerpt } = finding
    const id = store.get().report.pages[page]?.id
    const length = code === 'unfilled-field' ? 0 : excerpt.length
    store.actions.activate(id, position ? { position, offset, length } : 'start')
    onClose()
  }
  const blockedReason = isReportBlocked(findings)
    ? t(isReportEmpty(report) ? 'report:check.empty-report' : 'report:create.blocked')
    : moved && t('report:moved.blocked')
  return (
    <Stack gap="md">
      <Text size="sm">{t('report:create.text', { count: report.pages.length })}</Text>
      {newest ? <NewestVersion newest={newest} timeZone={clinic?.timeZone} /> : null}
      {findings.length > 0 ? (
        <Findings findings={findings} onJump={jump} />
      ) : isLoading ? (
        <Skeleton height={24} />
      ) : (
        <Group gap="xs">
          <Icon icon={IconCircleCheck} size="lg" />
          <Text size="sm">{t('report:create.noFindings')}</Text>
        </Group>
      )}
      <Checkbox
        label={t('report:create.verified')}
        description={t('report:create.verifiedHint')}
        checked={isVerified}
        onChange={(event) => setVerified(event.currentTarget.checked)}
      />
      {moved ? (
        <Checkbox
          label={t('report:moved.checked', moved)}
          description={t('report:moved.text', moved)}
          checked={false}
          onChange={() => writtenFor.set(study.patientId)}
        />
      ) : null}
      <Group justify="flex-end" gap="sm">
        {blockedReason === undefined || isReportEmpty(report) ? null : (
          <Text size="sm" c="var(--talus-red)" flex={1}>
            {blockedReason}
          </Text>
        )}
        <Button variant="default" disabled={create.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          data-autofocus
          leftSection={<Icon icon={IconFileTypePdf} />}
          loading={create.isPending || isLoading}
          reason={blockedReason}
          isReasonVisible
          onClick={() =>
            create.mutate({
              params: { studyId: study.id },
              body: { key, document: report, isVerified, patientId: writtenFor.get() },
            })
          }
        >
          {t('report:create.confirm')}
        </ExplainedButton>
      </Group>
    </Stack>
  )
}

interface NewestVersionProps {
  readonly newest: StudyReport
  readonly timeZone: string | undefined
}

/** Names the version that the new one follows. */
function NewestVersion({ newest, timeZone }: NewestVersionProps) {
  const { t } = useTranslation()
  const { version, username, createdOn, isVerified } = newest
  return (
    <Text size="sm">
      {t(isVerified ? 'report:create.followsFinal' : 'report:create.follows', {
        version,
        next: version + 1,
        name: username,
        time: formatDateTime(createdOn, timeZone),
      })}
    </Text>
  )
}

interface FindingsProps {
  readonly findings: readonly CheckFinding[]
  readonly onJump: (finding: CheckFinding) => void
}

function Findings({ findings, onJump }: FindingsProps) {
  const { t } = useTranslation()
  const sorted = findings.toSorted((a, b) => Number(b.isBlocking) - Number(a.isBlocking))
  return (
    <CheckList
      label={t('report:create.findings')}
      items={sorted.map((finding) => ({
        key: [finding.code, finding.page, JSON.stringify(finding.position), finding.offset].join(),
        text: t(`report:check.${finding.code}`, { excerpt: finding.excerpt }),
        place: t('report:create.onPage', { number: finding.page + 1 }),
        isBlocking: finding.isBlocking,
        onJump: () => onJump(finding),
      }))}
    />
  )
}
