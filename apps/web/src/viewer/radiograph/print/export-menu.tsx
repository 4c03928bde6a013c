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
import { printSheet } from './print-sheet.ts'
import type { SheetCell } from './print-sheet.ts'
import type { PrintLabels } from './print-labels.ts'
import type { TakeSnapshot } from './take-snapshot.ts'

interface ExportOptions {
  readonly store: ViewerStore
  readonly takeSnapshot: TakeSnapshot
  /** Saves the view of an image as a DICOM presentation state; undefined without permission. */
  readonly savePresentation: ((imageId: ImageId) => Promise<unknown>) | undefined
  readonly printLabels: PrintLabels
}

const getExtension = (snapshot: Blob) => (snapshot.type === 'image/jpeg' ? 'jpg' : 'png')

/** Actions that save, print and export the view; undefined without an active image. */
export function useImageExport(options: ExportOptions) {
  const { store, takeSnapshot, savePresentation, printLabels } = options
  const { t } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const [withDrawings, setWithDrawings] = useState(true)
  const active = grid.cells[grid.active]?.imageId

  const offer = (act: (imageId: ImageId) => Promise<void>) =>
    active === undefined
      ? undefined
      : () => void act(active).catch(() => toast.error(t('viewerPanel:picture.failed')))

  const save = async (imageId: ImageId) => {
    const snapshot = await takeSnapshot(imageId, { withDrawings })
    saveFile(snapshot, `${printLabels.getFileName(imageId)}.${getExtension(snapshot)}`)
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
  const savePresentationState = async (imageId: ImageId) => {
    try {
      await savePresentation?.(imageId)
      toast.done(t('viewerPanel:picture.kept'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  return {
    save: offer(save),
    print: offer(print),
    savePresentation: offer(savePresentationState),
    mayPresent: savePresentation !== undefined,
    withDrawings,
    setWithDrawings,
  }
}

interface ExportMenuProps {
  readonly actions: ReturnType<typeof useImageExport>
}

/** Menu to save, print and export the view; the image in the archive is not changed. */
export function ExportMenu({ actions }: ExportMenuProps) {
  const { t } = useTranslation()
  const { withDrawings, setWithDrawings } = actions
  const reason = actions.print ? undefined : t('viewerPanel:reason.noImage')
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
              actions.save?.()
            }}
          />
          <ToolbarMenuItem
            label={t('viewerPanel:picture.print')}
            note={t('viewerPanel:picture.printNote')}
            icon={IconPrinter}
            reason={reason}
            onClick={() => {
              close()
              actions.print?.()
            }}
          />
          {actions.mayPresent ? (
            <ToolbarMenuItem
              label={t('viewerPanel:picture.keep')}
              note={t('viewerPanel:picture.keepNote')}
              icon={IconFileImport}
              reason={reason}
              onClick={() => {
                close()
                actions.savePresentation?.()
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
