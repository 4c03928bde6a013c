import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useRestoredFocus } from '../hooks/use-restored-focus.ts'
import type { ConfirmOptions } from './confirm.tsx'
import { modals } from './modal-store.ts'

interface QuestionProps extends ConfirmOptions {
  readonly onAnswer: (answer: boolean) => void
}

/** The question of a confirmation dialog and its answers. */
export function Question(props: QuestionProps) {
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

interface MessageProps {
  readonly text: string
  readonly onClose: () => void
}

/** The text of an error dialog. Its button is large, because it may be pressed with gloves. */
export const Message = ({ text, onClose }: MessageProps) => (
  <Stack gap="lg">
    <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
    <Group justify="flex-end">
      <Button data-autofocus size="lg" onClick={onClose}>
        {i18next.t('common:action.close')}
      </Button>
    </Group>
  </Stack>
)
