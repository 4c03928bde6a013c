import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { countCharacters } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { readDraft, storeDraft } from '../../../ui/form/drafts.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'

interface NoteDialogOptions {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly confirm: string
  /** The text is kept under this key until it is sent. */
  readonly draftKey: string
  readonly max: number
  readonly isOptional?: boolean
  readonly isDestructive?: boolean
  /** Sends the note; its error is shown in the dialog, which stays open. */
  readonly send: (note: string) => Promise<unknown>
}

/** Asks for a note, such as a question to the clinic or the reason of a release. */
export const openNoteDialog = (options: NoteDialogOptions) =>
  openForm(options.title, (close) => <NoteDialog {...options} onClose={close} />, 520)

function NoteDialog(props: NoteDialogOptions & { readonly onClose: () => void }) {
  const { text, label, confirm, draftKey, max, isOptional, isDestructive, send, onClose } = props
  const { t } = useTranslation()
  const [note, setNote] = useState(() => readDraft<{ note: string }>(draftKey).note ?? '')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const remaining = max - countCharacters(note)
  const change = (next: string) => {
    setNote(next)
    storeDraft(draftKey, next === '' ? {} : { note: next })
  }
  const accept = async () => {
    setSending(true)
    setError(undefined)
    try {
      await send(note)
      storeDraft(draftKey, {})
      onClose()
    } catch (failure) {
      setError(getErrorMessage(failure))
      setSending(false)
    }
  }
  const reason =
    !isOptional && note.trim() === ''
      ? t('caseReading:note.needed')
      : remaining < 0
        ? t('caseReading:text.tooLong', { count: -remaining })
        : undefined
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Textarea
        data-autofocus
        label={label}
        value={note}
        autosize
        minRows={4}
        maxRows={10}
        description={t('cases:remaining', { count: Math.max(0, remaining) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {error === undefined ? null : <ErrorNote text={error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={isSending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          {...(isDestructive && { color: 'red' })}
          loading={isSending}
          reason={reason}
          onClick={() => void accept()}
        >
          {confirm}
        </ExplainedButton>
      </Group>
    </Stack>
  )
}
