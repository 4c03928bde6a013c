import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { isReportEmpty } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import type { TextFinding } from './check-findings.ts'
import type { FindingsEditor } from './use-findings.ts'
import styles from './reading.module.css'

interface SubmitDialogProps {
  readonly radCase: CaseDetail
  readonly editor: FindingsEditor
  readonly files: readonly File[]
  /** The findings of the check of the texts. */
  readonly findings: readonly TextFinding[]
  readonly onJump: (finding: TextFinding) => void
  readonly onSubmitted: () => void
  readonly onClose: () => void
}

/** The last look before the report is sent: it cannot be changed afterwards, only added to. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { radCase, editor, files, findings, onJump, onSubmitted, onClose } = props
  const { t } = useTranslation()
  const [texts] = useState(() => editor.texts.get())
  const submit = useMutation({
    ...withOwnError(caseWorkMutations.submitReport),
    onSuccess: () => {
      editor.finish()
      onClose()
      onSubmitted()
    },
  })
  const send = async () => {
    // The version that the server compares is that of the last save.
    await editor.saver.flush()
    submit.mutate({
      form: {
        fields: { caseId: radCase.id, ...texts, draftVersion: editor.saver.getVersion() },
        files: { files },
      },
    })
  }
  const reason = isReportEmpty(texts)
    ? t('errors:case/report-empty')
    : findings.some(({ isBlocking }) => isBlocking)
      ? t('caseReading:submit.blocked')
      : undefined
  return (
    <Stack gap="md">
      <Text size="sm">{t('caseReading:submit.text', { clinic: radCase.clinicName })}</Text>
      {texts.signature.trim() === '' ? (
        <Text size="sm">{t('caseReading:submit.noSignature')}</Text>
      ) : null}
      {findings.length === 0 ? (
        <Group gap="xs">
          <Icon icon={IconCircleCheck} size="lg" />
          <Text size="sm">{t('caseReading:submit.noFindings')}</Text>
        </Group>
      ) : (
        <ul className={styles.checked} aria-label={t('caseReading:submit.findings')}>
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.field} ${String(finding.start)}`}>
              <button
                type="button"
                className={styles.finding}
                data-blocks={finding.isBlocking || undefined}
                onClick={() => {
                  onJump(finding)
                  onClose()
                }}
              >
                <Icon icon={IconAlertTriangle} />
                <span>
                  {t(`caseReading:check.${finding.code}`, { excerpt: finding.excerpt })}
                  <small>{t(`caseReading:text.${finding.field}`)}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {submit.error ? <ErrorNote text={getErrorMessage(submit.error)} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={submit.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          data-autofocus
          loading={submit.isPending}
          reason={reason}
          onClick={() => void send()}
        >
          {t('caseReading:action.submit')}
        </ExplainedButton>
      </Group>
    </Stack>
  )
}
