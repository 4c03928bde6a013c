import i18next from 'i18next'
import { requireNamespace } from '../../language.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import { modals, openModal } from '../../ui/modals/modal-store.ts'
import type { DroppedItems } from './dropped-files.ts'
import type { ImportTarget } from './import-images.ts'

/** Loads the import code and its translations on demand. */
async function loadImport() {
  const [{ ImportDialog }, { importDropped }] = await Promise.all([
    import('./import-dialog.tsx'),
    import('./import-images.ts'),
    requireNamespace('imageForms'),
  ])
  return { ImportDialog, importDropped }
}

let openId: number | undefined

interface OpenImportOptions {
  readonly clinic: ImportTarget
  readonly navigate: (path: string) => unknown
  /** Items to import at once, if the user has dropped some. */
  readonly dropped?: DroppedItems
}

export async function openImport({ clinic, navigate, dropped }: OpenImportOptions) {
  const loaded = await loadImport().catch(() => undefined)
  if (!loaded) {
    showError(i18next.t('errors:network'))
    return
  }
  const { ImportDialog, importDropped } = loaded
  if (dropped) void importDropped(dropped, clinic)
  if (openId !== undefined) return
  const goTo = (path: string) => {
    modals.closeAll()
    navigate(path)
  }
  openId = openModal({
    title: i18next.t('imageForms:import.title'),
    size: 640,
    onClose: () => {
      openId = undefined
    },
    body: (
      <ImportDialog
        clinic={clinic}
        goTo={goTo}
        onClose={() => openId !== undefined && modals.close(openId)}
      />
    ),
  })
}
