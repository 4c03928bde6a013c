import { Button } from '@mantine/core'
import { IconFiles, IconFolder } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { toImportFiles } from './dropped-files.ts'
import { importFiles } from './import-images.ts'
import type { ImportTarget } from './import-images.ts'
import { ImportProgress } from './import-progress.tsx'
import { importState, isImporting } from './import-state.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './import-dialog.module.css'

interface ImportDialogProps {
  readonly clinic: ImportTarget
  readonly goTo: (path: string) => void
  readonly onClose: () => void
}

/**
 * Selects files, then shows the progress and the result. Closing the dialog does not stop the
 * import.
 */
export function ImportDialog({ clinic, goTo, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const state = useStore(importState)
  const importSelected = (files: FileList | null) => {
    const chosen = toImportFiles(files ?? [])
    if (chosen.length > 0) importFiles(chosen, clinic)
  }
  return (
    <div className={styles.dialog}>
      {state.phase === 'idle' ? (
        <p className={styles.text}>{t('imageForms:import.text', { clinic: clinic.name })}</p>
      ) : (
        <ImportProgress state={state} goTo={goTo} />
      )}
      {isImporting(state) ? null : (
        <div className={styles.pickers}>
          <Picker
            label={t('imageForms:import.files')}
            icon={<Icon icon={IconFiles} />}
            onFiles={importSelected}
          />
          <Picker
            label={t('imageForms:import.folder')}
            icon={<Icon icon={IconFolder} />}
            onFiles={importSelected}
            isFolder
          />
          <Button variant="default" className={styles.close ?? ''} onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface PickerProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly onFiles: (files: FileList | null) => void
  readonly isFolder?: boolean
}

/** The browser's file input behind a button of the application. */
function Picker({ label, icon, onFiles, isFolder = false }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={isFolder ? 'default' : 'filled'}
        leftSection={icon}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={(event) => {
          onFiles(event.currentTarget.files)
          // Reset, so that selecting the same files again fires a change event.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
