import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { countPrintedPictures, isReportEmpty } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { CheckList } from '../../../ui/display/check-list.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { getUnprintableError } from '../shared/unprintable.ts'
import type { TextFinding } from './check-findings.ts'
import { chooseFiles, useChosenFiles } from './chosen-files.ts'
import { endHere } from './ended-here.ts'
import { isSameFindings } from './findings-copy.ts'
import type { FindingsEditor } from './findings-editor.ts'

interface SubmitDialogProps {
  readonly radCase: CaseDetail
  readonly editor: FindingsEditor
  /** The findings of the check of the texts. */
  readonly findings: readonly TextFinding[]
  readonly onJump: (finding: TextFinding) => void
  readonly onSubmitted: () => void
  readonly onSubmittedToNext: (() => void) | undefined
  readonly onClose: () => void
}

/** The last look before the report is sent: it cannot be changed afterwards, only added to. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { radCase, editor, findings, onJump, onClose } = props
  const files = useChosenFiles(radCase.id)
  const { data: stored = [] } = useQuery(caseQueries.files(radCase.id))
  const fileNames = [
    ...stored.filter(({ isUnpublished }) => isUnpublished).map(({ fileName }) => fileName),
    ...files.map(({ name }) => name),
  ]
  const pictures = {
    own: [
      ...stored.filter((file) => file.isFromRadiologist).map(({ mediaType }) => mediaType),
      ...files.map(({ type }) => type),
    ].filter((type) => type.startsWith('image/')).length,
    images: stored.filter(
      ({ imageId, mediaType }) => imageId !== null && mediaType.startsWith('image/'),
    ).length,
  }
  const printed = countPrintedPictures(radCase.modality, pictures)
  const count = pictures.own + pictures.images
  const printedCount = printed.own + printed.images
  const { t } = useTranslation()
  const next = props.onSubmittedToNext
  const [texts] = useState(() => editor.texts.get())
  const [isChanged, setChanged] = useState(false)
  const submit = useMutation(withOwnError(caseWorkMutations.submitReport))
  const runOnce = useOneRun()
  const send = async (onSubmitted: () => void) => {
    // The version that the server compares is that of the last save.
    await editor.saver.flush()
    // Texts of another computer that were merged while saving have not been looked at.
    if (!isSameFindings(texts, editor.texts.get())) {
      setChanged(true)
      return
    }
    // An error is shown in the dialog, which stays open.
    await submit.mutateAsync({
      form: {
        fields: { caseId: radCase.id, ...texts, draftVersion: editor.saver.getVersion() },
        files: { files },
      },
    })
    endHere(radCase.id)
    editor.finish()
    chooseFiles(radCase.id, [])
    onClose()
    onSubmitted()
  }
  const signatureError = getUnprintableError(t, texts.signature)
  const reason = isReportEmpty(texts)
    ? t('errors:case/report-empty')
    : isChanged
      ? t('caseReading:submit.changed')
      : findings.some(({ isBlocking }) => isBlocking)
        ? t('caseReading:submit.blocked')
        : signatureError
  return (
    <Stack gap="md">
      <Text size="sm">{t('caseReading:submit.text', { clinic: radCase.clinicName })}</Text>
      <SignatureNote signature={texts.signature} error={signatureError} />
      {findings.length === 0 ? (
        signatureError === undefined && <NoFindings />
      ) : (
        <CheckList
          label={t('caseReading:submit.findings')}
          items={findings.map((finding) => ({
            key: `${finding.code} ${finding.field} ${String(finding.start)}`,
            text: t(`caseReading:check.${finding.code}`, { excerpt: finding.excerpt }),
            place: t(`caseReading:text.${finding.field}`),
            isBlocking: finding.isBlocking,
            onJump: () => {
              onJump(finding)
              onClose()
            },
          }))}
        />
      )}
      {fileNames.length === 0 ? null : (
        <Text size="sm">{t('caseReading:submit.files', { names: fileNames.join(', ') })}</Text>
      )}
      {printedCount < count ? (
        <Text size="sm">{t('caseReading:submit.pictures', { count, printed: printedCount })}</Text>
      ) : null}
      {isChanged ? <ErrorNote text={t('caseReading:submit.changed')} /> : null}
      {submit.error ? <ErrorNote text={getErrorMessage(submit.error)} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={submit.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        {next ? (
          <ExplainedButton
            variant="default"
            loading={submit.isPending}
            reason={reason}
            onClick={() => void runOnce(() => send(next))}
          >
            {t('caseReading:submit.andNext')}
          </ExplainedButton>
        ) : null}
        <ExplainedButton
          data-autofocus
          loading={submit.isPending}
          reason={reason}
          onClick={() => void runOnce(() => send(props.onSubmitted))}
        >
          {t('caseReading:action.submit')}
        </ExplainedButton>
      </Group>
    </Stack>
  )
}

function NoFindings() {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Icon icon={IconCircleCheck} size="lg" />
      <Text size="sm">{t('caseReading:submit.noFindings')}</Text>
    </Group>
  )
}

interface SignatureNoteProps {
  readonly signature: string
  readonly error: string | undefined
}

/** Says which name is printed if none was typed, or why the typed one cannot be printed. */
function SignatureNote({ signature, error }: SignatureNoteProps) {
  const { t } = useTranslation()
  if (signature.trim() === '') return <Text size="sm">{t('caseReading:submit.noSignature')}</Text>
  if (error === undefined) return null
  const label = t('caseReading:text.signature')
  return <ErrorNote text={t('common:labelled', { label, value: error })} />
}
