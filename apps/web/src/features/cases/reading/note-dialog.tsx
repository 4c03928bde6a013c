import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { countCharacters } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import type { UseMutationOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { useTypedText } from '../shared/use-typed-text.ts'
import type { TypedTextKind } from '../shared/use-typed-text.ts'

interface NoteDialogOptions<Saved, Request> {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly confirm: string
  readonly caseId: CaseId
  readonly kind: TypedTextKind
  readonly max: number
  readonly isOptional?: boolean
  readonly isDestructive?: boolean
  /** Sends the note; its error is shown in the dialog, which stays open. */
  readonly mutation: UseMutationOptions<Saved, Error, Request>
  readonly toRequest: (note: string) => Request
  /** Called as soon as the server has agreed, before the page shows the changed case. */
  readonly onSaved?: () => void
  readonly onSent?: () => void
}

/** Asks for a note, such as a question to the clinic or the reason of a release. */
export const openNoteDialog = <Saved, Request>(options: NoteDialogOptions<Saved, Request>) =>
  openForm(options.title, (close) => <NoteDialog {...options} onClose={close} />, 520)

function NoteDialog<Saved, Request>(
  props: NoteDialogOptions<Saved, Request> & { readonly onClose: () => void },
) {
  const { max, isOptional, isDestructive, mutation, onSent, onClose } = props
  const { t } = useTranslation()
  const { text: note, change, sendWith } = useTypedText(props.caseId, props.kind)
  const send = useMutation({
    ...withOwnError(sendWith(mutation, props.onSaved)),
    onSuccess: () => {
      onClose()
      onSent?.()
    },
  })
  const runOnce = useOneRun()
  const remaining = max - countCharacters(note)
  const reason =
    !isOptional && note.trim() === ''
      ? t('caseReading:note.needed')
      : remaining < 0
        ? t('caseReading:text.tooLong', { count: -remaining })
        : undefined
  return (
    <Stack gap="md">
      <Text size="sm">{props.text}</Text>
      <Textarea
        data-autofocus
        label={props.label}
        value={note}
        autosize
        minRows={4}
        maxRows={10}
        description={t('cases:remaining', { count: Math.max(0, remaining) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {send.error ? <ErrorNote text={getErrorMessage(send.error)} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={send.isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          {...(isDestructive && { color: 'red' })}
          loading={send.isPending}
          reason={reason}
          onClick={() => void runOnce(() => send.mutateAsync(props.toRequest(note)))}
        >
          {props.confirm}
        </ExplainedButton>
      </Group>
    </Stack>
  )
}
