import { Button, Group, Stack, TextInput, Textarea } from '@mantine/core'
import { reportLimits } from '@talus/report/document'
import type { ImageSlot } from '@talus/report/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface CaptionFormProps {
  readonly slot: ImageSlot
  readonly onSave: (slot: ImageSlot) => void
  readonly onCancel: () => void
}

/** The caption below an image, and the text that a screen reader says instead of it. */
export function CaptionForm({ slot, onSave, onCancel }: CaptionFormProps) {
  const { t } = useTranslation()
  const [caption, setCaption] = useState(slot.caption)
  const [alternativeText, setAlternativeText] = useState(slot.alternativeText)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ ...slot, caption, alternativeText })
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('report:slot.caption')}
          value={caption}
          maxLength={reportLimits.captionMax}
          onChange={(event) => setCaption(event.currentTarget.value)}
        />
        <Textarea
          label={t('report:slot.alternativeText')}
          description={t('report:slot.alternativeTextHint')}
          value={alternativeText}
          maxLength={reportLimits.alternativeTextMax}
          autosize
          minRows={2}
          onChange={(event) => setAlternativeText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit">{t('report:slot.save')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
