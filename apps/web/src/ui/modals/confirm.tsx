import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useKeptFocus } from '../use-kept-focus.ts'
import { toast } from '../toasts/toast-store.ts'
import { modals } from './modal-store.ts'

interface Question {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly cancel?: string
  /** Takes something away: red. */
  readonly isDestructive?: boolean
  /** Asked where gloves are worn. */
  readonly isLarge?: boolean
  /** Runs before the dialog closes; what it throws is shown inside the dialog, which stays. */
  readonly act?: () => Promise<unknown>
}

interface AnswerProps extends Question {
  readonly onAnswer: (answer: boolean) => void
}

function Answers(props: AnswerProps) {
  const { text, confirm: yes, cancel, isDestructive, isLarge, act, onAnswer } = props
  const size = isLarge ? 'lg' : 'sm'
  const [isActing, setActing] = useState(false)
  useKeptFocus(isActing)
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
        <Button variant="default" size={size} onClick={() => onAnswer(false)} disabled={isActing}>
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

/** Asks, and resolves with the answer; Escape is a no. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    let answered = false
    const id = modals.open({
      title: question.title,
      size: 440,
      onClose: () => resolve(answered),
      body: (
        <Answers
          {...question}
          onAnswer={(answer) => {
            answered = answer
            if (id !== undefined) modals.close(id)
          }}
        />
      ),
    })
    if (id === undefined) resolve(false)
  })

/** Delete or Cancel, before something is removed. @public */
export const confirmDelete = (question: Omit<Question, 'confirm' | 'isDestructive'>) =>
  confirm({ ...question, confirm: i18next.t('common:action.delete'), isDestructive: true })

/**
 * The dialog titled 'Error', or by what went wrong: for failures outside of any form. Its button is
 * large, as it may be pressed with gloves.
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
