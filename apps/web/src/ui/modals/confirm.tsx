import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useRestoredFocus } from '../hooks/use-restored-focus.ts'
import { toast } from '../toasts/toast-store.ts'
import { modals } from './modal-store.ts'

interface ConfirmOptions {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly cancel?: string
  /** Deletes data: the button is red, and Enter keeps the data. */
  readonly isDestructive?: boolean
  /** Large buttons, for users with gloves. */
  readonly isLarge?: boolean
  /** Runs before the dialog closes; an error is shown inside the dialog, which stays open. */
  readonly act?: () => Promise<unknown>
  /** Aborted when the question no longer applies: the dialog closes, and the answer is no. */
  readonly closing?: AbortSignal
}

interface ConfirmBodyProps extends ConfirmOptions {
  readonly onAnswer: (answer: boolean) => void
}

function ConfirmBody(props: ConfirmBodyProps) {
  const { text, confirm: yes, cancel, isDestructive, isLarge, act, onAnswer } = props
  const size = isLarge ? 'lg' : 'sm'
  const [isActing, setActing] = useState(false)
  useRestoredFocus(isActing)
  const accept = async () => {
    setActing(true)
    try {
      await act?.()
      onAnswer(true)
    } catch (error) {
      modals.showError(error instanceof Error ? error.message : i18next.t('errors:unknown'))
      setActing(false)
    }
  }
  return (
    <Stack gap="lg">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button
          {...(isDestructive ? { 'data-autofocus': true } : {})}
          variant="default"
          size={size}
          onClick={() => onAnswer(false)}
          disabled={isActing}
        >
          {cancel ?? i18next.t('common:action.cancel')}
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : { 'data-autofocus': true })}
          size={size}
          loading={isActing}
          onClick={() => void accept()}
        >
          {yes}
        </Button>
      </Group>
    </Stack>
  )
}

/** Shows a confirmation dialog and resolves with the answer; Escape means no. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    let answered = false
    const id = modals.open({
      title: options.title,
      size: 440,
      onClose: () => resolve(answered),
      body: (
        <ConfirmBody
          {...options}
          onAnswer={(answer) => {
            answered = answer
            if (id !== undefined) modals.close(id)
          }}
        />
      ),
    })
    if (id === undefined) resolve(false)
    else options.closing?.addEventListener('abort', () => modals.close(id))
  })

/** Asks the user to confirm a deletion. @public */
export const confirmDelete = (options: Omit<ConfirmOptions, 'confirm' | 'isDestructive'>) =>
  confirm({ ...options, confirm: i18next.t('common:action.delete'), isDestructive: true })

/**
 * Shows an error dialog, for failures outside of any form. Its button is large, because it may be
 * pressed with gloves.
 */
export function showErrorDialog(text: string, title = i18next.t('common:error.title')) {
  const id = modals.open({
    title,
    size: 440,
    body: (
      <Stack gap="lg">
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus size="lg" onClick={() => id !== undefined && modals.close(id)}>
            {i18next.t('common:action.close')}
          </Button>
        </Group>
      </Stack>
    ),
  })
  if (id === undefined) modals.showError(text)
}

/** Shows a failure once: in the frame of the topmost modal if there is one, else as a toast. */
export function showError(text: string) {
  if (!modals.showError(text)) toast.error(text)
}
