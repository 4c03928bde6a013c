import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeftTexts } from '../../unsaved-work.ts'
import { isNothingLeft, saveTexts } from '../save-texts.ts'

export interface UnsavedQuestionProps {
  readonly left: LeftTexts
  readonly onAnswer: (isLeaving: boolean) => void
}

/** Names the work that the server lacks, and asks whether to lose it. */
export function UnsavedQuestion(props: UnsavedQuestionProps) {
  const { onAnswer } = props
  const { t } = useTranslation()
  const [left, setLeft] = useState(props.left)
  const [isSaving, setSaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const saveAgain = async () => {
    setSaving(true)
    const stillLeft = await saveTexts()
    if (isNothingLeft(stillLeft)) {
      onAnswer(true)
      return
    }
    setLeft(stillLeft)
    setFailed(stillLeft.unsaved.length > 0)
    setSaving(false)
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('shell:unsaved.text')}</Text>
      {[...left.unsaved, ...left.unsent].map((name) => (
        <Text key={name} size="sm" fw={600}>
          {name}
        </Text>
      ))}
      <Text size="sm" role="status">
        {hasFailed ? t('shell:unsaved.failed') : ''}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button color="red" disabled={isSaving} onClick={() => onAnswer(true)}>
          {t('shell:unsaved.lose')}
        </Button>
        {left.unsaved.length > 0 ? (
          <Button loading={isSaving} onClick={() => void saveAgain()}>
            {t('shell:unsaved.saveAgain')}
          </Button>
        ) : null}
        <Button
          data-autofocus
          variant="default"
          disabled={isSaving}
          onClick={() => onAnswer(false)}
        >
          {t('shell:unsaved.stay')}
        </Button>
      </Group>
    </Stack>
  )
}
