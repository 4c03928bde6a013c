import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'

interface SavedTextFormProps {
  readonly save: () => Promise<unknown>
  readonly onDone: () => void
  readonly children: ReactNode
}

/** The form of a template or a macro: closes when it is saved, and stays open with the reason if not. */
export function SavedTextForm({ save, onDone, children }: SavedTextFormProps) {
  const { t } = useTranslation()
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const submit = async () => {
    setSaving(true)
    try {
      await save()
      onDone()
    } catch (failure) {
      setError(getErrorMessage(failure))
      setSaving(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void submit()
      }}
    >
      <Stack gap="md">
        {children}
        {error === undefined ? null : <ErrorNote text={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
