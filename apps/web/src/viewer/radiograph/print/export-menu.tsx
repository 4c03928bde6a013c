import {
  IconFileImport,
  IconFilePlus,
  IconFileText,
  IconPencil,
  IconPhotoDown,
  IconPrinter,
  IconRulerMeasure2,
} from '@tabler/icons-react'
import type { Image, ImageId } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { saveFile } from '../../../api/save-file.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import { useScene } from '../../core/store/use-scene.ts'
import { useActiveViewport } from '../../core/toolbar/use-image-actions.ts'
import { ToolbarMenuItem, ToolbarMenu } from '../../core/toolbar/toolbar-menu.tsx'
import { choosePaper, printSheet, scaleBarMillimetres } from './print-sheet.ts'
import type { SheetCell } from './print-sheet.ts'
import type { PrintLabels } from './print-labels.ts'
import type { TakeSnapshot } from './take-snapshot.ts'

interface ExportOptions {
  readonly store: ViewerStore
  readonly takeSnapshot: TakeSnapshot
  /** Saves the view of an image as a DICOM presentation state; undefined without permission. */
  readonly savePresentation: ((imageId: ImageId) => Promise<unknown>) | undefined
  readonly printLabels: PrintLabels
  /** The report about the study; undefined without permission. */
  readonly report: ViewerReport | undefined
  readonly findImage: (imageId: ImageId) => Image | undefined
}

export interface ViewerReport {
  readonly add: (image: Image, picture: Blob) => Promise<void>
  readonly open: () => void
}

/** Not broken into two lines. */
const formatSize = ({ width, height }: { readonly width: number; readonly height: number }) =>
  `${Math.round(width)}\u00a0×\u00a0${Math.round(height)}\u00a0mm`

const getExtension = (snapshot: Blob) => (snapshot.type === 'image/jpeg' ? 'jpg' : 'png')

/** Actions that save, print and export the view; undefined without an active image. */
export function useImageExport(options: ExportOptions) {
  const { store, takeSnapshot, savePresentation, printLabels, report, findImage } = options
  const { t } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const [withDrawings, setWithDrawings] = useState(true)
  const active = grid.cells[grid.active]?.imageId
  const isTilted = useActiveViewport(store, ({ tilt }) => tilt !== undefined)

  const offer = (act: (imageId: ImageId) => Promise<void>) =>
    active === undefined
      ? undefined
      : () => void act(active).catch(() => toast.error(t('viewerPanel:picture.failed')))

  const save = async (imageId: ImageId) => {
    const caption = printLabels.getPictureLines(imageId)
    const { file } = await takeSnapshot(imageId, { withDrawings, caption })
    saveFile(file, `${printLabels.getFileName(imageId)}.${getExtension(file)}`)
  }
  const printTrueSize = async (imageId: ImageId) => {
    const snapshot = await takeSnapshot(imageId, { withDrawings })
    const { millimetresPerPixel, spacingSource } = snapshot
    if (millimetresPerPixel === undefined) {
      toast.warning(t('viewerPanel:reason.spacing'))
      return
    }
    const millimetres = {
      width: snapshot.width * millimetresPerPixel,
      height: snapshot.height * millimetresPerPixel,
    }
    const { orientation, space, isCut } = choosePaper(millimetres)
    const cut = t('viewerPanel:trueSize.cut', {
      size: formatSize(millimetres),
      space: formatSize(space),
    })
    // The edges may show the side marker, so they are never cut without the user's consent.
    const isAgreed =
      !isCut ||
      (await confirm({
        title: t('viewerPanel:trueSize.print'),
        text: cut,
        confirm: t('viewerPanel:trueSize.printCut'),
      }))
    if (!isAgreed) return
    const cell: SheetCell = {
      snapshot: snapshot.file,
      caption: printLabels.getCaption(imageId),
      millimetres,
      warning: isCut ? cut : undefined,
      scaleBar: t('measure:unit.mm', { value: scaleBarMillimetres }),
      notes: [
        spacingSource === 'detector'
          ? t('viewerPanel:trueSize.detector')
          : t('viewerPanel:trueSize.source', {
              source: t(`viewerPanel:spacing.${spacingSource}`),
            }),
        t('viewerPanel:trueSize.check'),
      ],
    }
    if (spacingSource === 'detector') toast.warning(t('viewerPanel:trueSize.detector'))
    const { heading } = printLabels
    await printSheet({ heading, rows: 1, columns: 1, cells: [cell], orientation })
  }
  const print = async () => {
    const cells = await Promise.all(
      grid.cells.map(async ({ imageId }): Promise<SheetCell | undefined> =>
        imageId === undefined
          ? undefined
          : {
              snapshot: (await takeSnapshot(imageId, { withDrawings })).file,
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
  const addToReport = async (imageId: ImageId) => {
    const image = findImage(imageId)
    const { file } = await takeSnapshot(imageId, { withDrawings })
    if (!image || !report) return
    try {
      await report.add(image, file)
      toast.done(t('viewerPanel:report.added'))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      toast.error(error.message)
    }
  }
  return {
    addToReport: report && offer(addToReport),
    report,
    save: offer(save),
    print: offer(print),
    printTrueSize: offer(printTrueSize),
    savePresentation: offer(savePresentationState),
    mayPresent: savePresentation !== undefined,
    /** A presentation state has quarter turns only. */
    isTilted,
    withDrawings,
    setWithDrawings,
  }
}

interface ExportMenuProps {
  readonly actions: ReturnType<typeof useImageExport>
  /** Whether the size of the active image is known in millimetres. */
  readonly hasSpacing: boolean
}

/** Menu to save, print and export the view; the image in the archive is not changed. */
export function ExportMenu({ actions, hasSpacing }: ExportMenuProps) {
  const { t } = useTranslation()
  const { withDrawings, setWithDrawings } = actions
  const reason = actions.print ? undefined : t('viewerPanel:reason.noImage')
  const trueSizeReason = hasSpacing ? undefined : t('viewerPanel:reason.spacing')
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
          <ToolbarMenuItem
            label={t('viewerPanel:trueSize.print')}
            note={t('viewerPanel:trueSize.note')}
            icon={IconRulerMeasure2}
            reason={reason ?? trueSizeReason}
            onClick={() => {
              close()
              actions.printTrueSize?.()
            }}
          />
          {actions.report ? (
            <>
              <ToolbarMenuItem
                label={t('viewerPanel:report.add')}
                note={t('viewerPanel:report.addNote')}
                icon={IconFilePlus}
                reason={reason}
                onClick={() => {
                  close()
                  actions.addToReport?.()
                }}
              />
              <ToolbarMenuItem
                label={t('viewerPanel:report.open')}
                icon={IconFileText}
                onClick={() => {
                  close()
                  actions.report?.open()
                }}
              />
            </>
          ) : null}
          {actions.mayPresent ? (
            <ToolbarMenuItem
              label={t('viewerPanel:picture.keep')}
              note={t('viewerPanel:picture.keepNote')}
              icon={IconFileImport}
              reason={reason ?? (actions.isTilted ? t('viewerPanel:picture.tilted') : undefined)}
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
