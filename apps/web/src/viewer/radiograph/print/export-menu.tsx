import { IconFileImport, IconPencil, IconPhotoDown, IconPrinter } from '@tabler/icons-react'
import type { ImageId } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { saveFile } from '../../../api/save-file.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import { useScene } from '../../core/store/use-scene.ts'
import { ToolbarMenuItem, ToolbarMenu } from '../../core/toolbar/toolbar-menu.tsx'
import type { PrintLabels, TakeSnapshot } from '../../core/toolbar/toolbar-props.ts'
import { printSheet } from './print-sheet.ts'
import type { SheetCell } from './print-sheet.ts'
import { usePrintKey } from './use-print-key.ts'

interface ExportMenuProps {
  readonly store: ViewerStore
  readonly takeSnapshot: TakeSnapshot
  readonly savePresentation: ((imageId: ImageId) => Promise<unknown>) | undefined
  readonly printLabels: PrintLabels
}

const getExtension = (snapshot: Blob) => (snapshot.type === 'image/jpeg' ? 'jpg' : 'png')

/** Menu to save, print and export the view; the image in the archive is not changed. */
export function ExportMenu({
  store,
  takeSnapshot,
  savePresentation,
  printLabels,
}: ExportMenuProps) {
  const { t } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const [withDrawings, setWithDrawings] = useState(true)
  const active = grid.cells[grid.active]?.imageId

  const attempt = (act: () => Promise<void>) =>
    void act().catch(() => toast.error(t('viewerPanel:picture.failed')))

  const save = async () => {
    if (active === undefined) return
    const snapshot = await takeSnapshot(active, { withDrawings })
    saveFile(snapshot, `${printLabels.getFileName(active)}.${getExtension(snapshot)}`)
  }
  const print = async () => {
    const cells = await Promise.all(
      grid.cells.map(async ({ imageId }): Promise<SheetCell | undefined> =>
        imageId === undefined
          ? undefined
          : {
              snapshot: await takeSnapshot(imageId, { withDrawings }),
              caption: printLabels.getCaption(imageId),
            },
      ),
    )
    const { rows, columns } = grid
    await printSheet({ heading: printLabels.heading, rows, columns, cells })
  }
  const savePresentationState = async () => {
    if (active === undefined || !savePresentation) return
    try {
      await savePresentation(active)
      toast.done(t('viewerPanel:picture.kept'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  const reason = active === undefined ? t('viewerPanel:reason.noImage') : undefined
  usePrintKey(active === undefined ? undefined : () => attempt(print))

  return (
    <ToolbarMenu label={t('viewerPanel:picture.title')} icon={IconPrinter}>
      {(close) => (
        <>
          <ToolbarMenuItem
            label={t('viewerPanel:picture.save')}
            note={t('viewerPanel:picture.saveNote')}
            icon={IconPhotoDown}
            reason={reason}
            onClick={() => {
              close()
              attempt(save)
            }}
          />
          <ToolbarMenuItem
            label={t('viewerPanel:picture.print')}
            note={t('viewerPanel:picture.printNote')}
            icon={IconPrinter}
            reason={reason}
            onClick={() => {
              close()
              attempt(print)
            }}
          />
          {savePresentation ? (
            <ToolbarMenuItem
              label={t('viewerPanel:picture.keep')}
              note={t('viewerPanel:picture.keepNote')}
              icon={IconFileImport}
              reason={reason}
              onClick={() => {
                close()
                attempt(savePresentationState)
              }}
            />
          ) : null}
          <ToolbarMenuItem
            label={t('viewerPanel:picture.withDrawings')}
            icon={IconPencil}
            isChecked={withDrawings}
            isSwitch
            onClick={() => setWithDrawings(!withDrawings)}
          />
        </>
      )}
    </ToolbarMenu>
  )
}
