import { IconFileImport, IconPencil, IconPhotoDown, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { saveFile } from '../../../api/save-file.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { useScene } from '../../tools/use-scene.ts'
import { BarItem, BarMenu } from '../toolbar/bar-menu.tsx'
import type { ToolbarProps } from '../toolbar/toolbar-props.ts'
import { printSheet } from './print-sheet.ts'
import type { SheetCell } from './print-sheet.ts'
import { usePrintKey } from './use-print-key.ts'

interface PictureMenuProps extends Pick<
  ToolbarProps,
  'takePicture' | 'keepPresentation' | 'sheet'
> {
  readonly store: ViewerStore
}

const ending = (picture: Blob) => (picture.type === 'image/jpeg' ? 'jpg' : 'png')

/** Copies for paper and for elsewhere; the image of the archive stays as it is. */
export function PictureMenu({ store, takePicture, keepPresentation, sheet }: PictureMenuProps) {
  const { t } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const [withDrawings, setWithDrawings] = useState(true)
  const active = grid.cells[grid.active]?.imageId

  const attempt = (act: () => Promise<void>) =>
    void act().catch(() => toast.error(t('viewerPanel:picture.failed')))

  const save = async () => {
    if (active === undefined) return
    const picture = await takePicture(active, { withDrawings })
    saveFile(picture, `${sheet.fileNameOf(active)}.${ending(picture)}`)
  }
  const print = async () => {
    const cells = await Promise.all(
      grid.cells.map(async ({ imageId }): Promise<SheetCell | undefined> =>
        imageId === undefined
          ? undefined
          : {
              picture: await takePicture(imageId, { withDrawings }),
              caption: sheet.captionOf(imageId),
            },
      ),
    )
    const { rows, columns } = grid
    await printSheet({ heading: sheet.heading, rows, columns, cells })
  }
  const keep = async () => {
    if (active === undefined || !keepPresentation) return
    try {
      await keepPresentation(active)
      toast.done(t('viewerPanel:picture.kept'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  const reason = active === undefined ? t('viewerPanel:reason.noImage') : undefined
  usePrintKey(active === undefined ? undefined : () => attempt(print))

  return (
    <BarMenu label={t('viewerPanel:picture.title')} icon={IconPrinter}>
      {(close) => (
        <>
          <BarItem
            label={t('viewerPanel:picture.save')}
            note={t('viewerPanel:picture.saveNote')}
            icon={IconPhotoDown}
            reason={reason}
            onClick={() => {
              close()
              attempt(save)
            }}
          />
          <BarItem
            label={t('viewerPanel:picture.print')}
            note={t('viewerPanel:picture.printNote')}
            icon={IconPrinter}
            reason={reason}
            onClick={() => {
              close()
              attempt(print)
            }}
          />
          {keepPresentation ? (
            <BarItem
              label={t('viewerPanel:picture.keep')}
              note={t('viewerPanel:picture.keepNote')}
              icon={IconFileImport}
              reason={reason}
              onClick={() => {
                close()
                attempt(keep)
              }}
            />
          ) : null}
          <BarItem
            label={t('viewerPanel:picture.withDrawings')}
            icon={IconPencil}
            isChecked={withDrawings}
            isSwitch
            onClick={() => setWithDrawings(!withDrawings)}
          />
        </>
      )}
    </BarMenu>
  )
}
