import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useStore } from '../../store.ts'
import type { ImportTarget } from './import-images.ts'
import { importState, isImporting } from './import-state.ts'
import { openImport } from './open-import.tsx'
import { Icon } from '../../ui/display/icon.tsx'

/** Opens the import dialog; shows the progress of a running import while the dialog is closed. */
export function ImportButton({ clinic }: { readonly clinic: ImportTarget }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useStore(importState)
  return (
    <Button
      variant="default"
      leftSection={<Icon icon={IconFileImport} />}
      onClick={() => void openImport({ clinic, navigate })}
    >
      {isImporting(state)
        ? t('studies:import.running', { done: state.filesDone, total: state.files })
        : t('studies:import.button')}
    </Button>
  )
}
