import i18next from 'i18next'
import { needWords } from '../../language.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import { modals, openModal } from '../../ui/modals/modal-store.ts'
import type { Dropped } from './dropped-files.ts'
import type { ImportInto } from './import-images.ts'

/** What imports, and its words; fetched when somebody is about to. */
async function loadImport() {
  const [{ ImportDialog }, { importDropped }] = await Promise.all([
    import('./import-dialog.tsx'),
    import('./import-images.ts'),
    needWords('imageForms'),
  ])
  return { ImportDialog, importDropped }
}

let openId: number | undefined

interface Opening {
  readonly clinic: ImportInto
  readonly navigate: (path: string) => unknown
  /** What was dropped, if something was. */
  readonly dropped?: Dropped
}

export async function openImport({ clinic, navigate, dropped }: Opening) {
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
