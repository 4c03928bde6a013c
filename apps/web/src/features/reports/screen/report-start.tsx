import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { PatientId, StudyReport } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import type { PageOrientation, ReportLanguage } from '@talus/report/document'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { createUuid } from '../../../random-id.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { createReport, isEmptyReport } from '../state/report-changes.ts'

export interface FoundDraft {
  readonly report: ReportDocument
  readonly savedOn: string
  /** The copy of this browser has changes that the server lacks. */
  readonly isUnsaved: boolean
  /** The patient that it was written for; undefined for that of the study. */
  readonly patientId: PatientId | undefined
}

export interface OpenedReport extends Pick<FoundDraft, 'report' | 'isUnsaved' | 'patientId'> {
  /** The version of the draft on the server. */
  readonly version: number
  /** It replaces the draft, if there is one. */
  readonly isNew: boolean
}

interface ReportStartProps {
  readonly draft: FoundDraft | undefined
  /** A text that only this browser has; the draft was changed on another computer. */
  readonly outdatedCopy: FoundDraft | undefined
  readonly storedVersion: number
  /** The newest report of the study whose text is known. */
  readonly earlier: StudyReport | undefined
  readonly orientation: PageOrientation
  /** The language of a new report. */
  readonly language: ReportLanguage
  /** The user has chosen the draft already. */
  readonly isDraftContinued: boolean
  readonly onOpen: (opened: OpenedReport) => void
}

/** Asks how to begin if there is a choice: the draft, the earlier report, or an empty page. */
export function ReportStart(props: ReportStartProps) {
  const { storedVersion: version, earlier, orientation, isDraftContinued, onOpen } = props
  const { outdatedCopy } = props
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const draft = props.draft && !isEmptyReport(props.draft.report) ? props.draft : undefined

  const openDraft = (found: FoundDraft) => onOpen({ ...found, version, isNew: false })
  const openEmpty = () =>
    onOpen({
      report: createReport(createUuid(), props.language, orientation),
      version,
      isUnsaved: false,
      patientId: undefined,
      isNew: true,
    })
  const hasChoice =
    outdatedCopy !== undefined || (draft ? !isDraftContinued : earlier !== undefined)
  const isOpened = useRef(false)
  useEffect(() => {
    if (hasChoice || isOpened.current) return
    isOpened.current = true
    if (draft) openDraft(draft)
    else openEmpty()
  })
  if (!hasChoice) return null

  /** A draft is given up only after a question. */
  const replaceDraft = async (start: () => Promise<void> | void) => {
    const isConfirmed =
      !draft ||
      (await confirm({
        title: t('report:discard.title'),
        text: t('report:discard.textOpen'),
        confirm: t('report:discard.confirm'),
        isDestructive: true,
      }))
    if (isConfirmed) await start()
  }
  const openEarlier = async ({ id }: StudyReport) => {
    try {
      const { document } = await client.query(reportQueries.source(id))
      const report = ReportDocument.parse(document)
      onOpen({ report, version, isUnsaved: true, patientId: undefined, isNew: true })
    } catch (error) {
      setFailure(getErrorMessage(error))
    }
  }
  const earlierText =
    earlier &&
    t('report:versions.foundText', {
      version: earlier.version,
      time: formatDateTime(earlier.createdOn, clinic?.timeZone),
      name: earlier.username,
    })
  const draftText =
    draft && t('report:draft.foundText', { time: formatDateTime(draft.savedOn, clinic?.timeZone) })
  const copyText =
    outdatedCopy &&
    t('report:draft.outdatedCopy', {
      time: formatDateTime(outdatedCopy.savedOn, clinic?.timeZone),
    })
  return (
    <StatePanel
      icon={<Icon icon={IconFileText} size="3xl" />}
      title={t(draft ? 'report:draft.found' : 'report:versions.found')}
      text={[draftText ?? earlierText, copyText].filter(Boolean).join(' ')}
    >
      {failure === undefined ? null : <ErrorNote text={failure} />}
      {draft ? (
        <Button autoFocus onClick={() => openDraft(draft)}>
          {t('report:draft.continue')}
        </Button>
      ) : null}
      {outdatedCopy ? (
        <Button variant="default" onClick={() => openDraft(outdatedCopy)}>
          {t('report:draft.continueCopy')}
        </Button>
      ) : null}
      {earlier ? (
        <Button
          autoFocus={!draft}
          variant={draft ? 'default' : 'filled'}
          onClick={() => void replaceDraft(() => openEarlier(earlier))}
        >
          {t('report:versions.startFrom', { version: earlier.version })}
        </Button>
      ) : null}
      <Button variant="default" onClick={() => void replaceDraft(openEmpty)}>
        {t('report:draft.startNew')}
      </Button>
      <Button variant="subtle" onClick={() => void navigate(-1)}>
        {t('report:back.button')}
      </Button>
    </StatePanel>
  )
}
