import type { Image, ImageId } from '@talus/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.ts'
import { toast } from '../ui/toasts/toast-store.ts'
import { Cell } from './cell/cell.tsx'
import { ImageView } from './cell/image-view.tsx'
import type { Desk, DeskGiven } from './desk.ts'
import { GridPicker } from './grid/grid-picker.tsx'
import { GridView } from './grid/grid-view.tsx'
import { useGridActions } from './grid/use-grid-actions.ts'
import { Toolbar } from './panels/toolbar/toolbar.tsx'
import { SaveState } from './save-state.tsx'
import { ViewerSplash } from './splash.tsx'
import { ThumbnailList } from './thumbnails/thumbnail-list.tsx'
import { useDesk } from './use-desk.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import styles from './viewer.module.css'

interface ViewerProps extends Omit<DeskGiven, 'onMerged' | 'onRestored'> {
  /** VHS, TPLO, TTA and the like. */
  readonly hasAdvancedTools: boolean
  readonly onBack: () => void
  /** What belongs to other parts of the application, for the active image. */
  readonly slots: {
    readonly forms?: (imageId: ImageId | undefined) => ReactNode
    readonly createCase?: ReactNode
  }
}

/** The images of a study or a case, and everything that can be done with them. */
export function Viewer(props: ViewerProps) {
  const { t } = useTranslation()
  const desk = useDesk({
    ...props,
    onMerged: () => toast.info(t('viewer:save.merged')),
    onRestored: () => toast.info(t('viewer:save.restored')),
  })
  return desk ? <Open {...props} desk={desk} /> : <ViewerSplash />
}

function Open(props: ViewerProps & { readonly desk: Desk }) {
  const { desk, source, hasAdvancedTools, onBack, slots } = props
  const { store, saver, imageIds } = desk
  const { grid } = useStore(store)
  const actions = useGridActions(store, imageIds)
  const [isListOpen, setListOpen] = useState(source.images.length > 1)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const byId = new Map<ImageId, Image>(source.images.map((image) => [image.id, image]))
  const active = grid.cells[grid.active]?.imageId
  useViewerKeys({ store, actions })
  return (
    <div className={styles.viewer} data-viewer>
      <Toolbar
        store={store}
        hasAdvancedTools={hasAdvancedTools}
        hasSpacing
        presets={[]}
        onBack={onBack}
        sidebar={{ isOpen: isListOpen, toggle: () => setListOpen(!isListOpen) }}
        panel={{ isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }}
        takePicture={() => Promise.reject(new Error('none'))}
        sheet={{ heading: [], captionOf: () => '', fileNameOf: String }}
        slots={{
          grid:
            source.images.length > 1 ? <GridPicker grid={grid} onPick={actions.resize} /> : null,
          forms: slots.forms?.(active),
          createCase: slots.createCase,
          status: <SaveState saver={saver} />,
        }}
      />
      <div className={styles.body}>
        {isListOpen ? (
          <ThumbnailList images={source.images} grid={grid} onChoose={actions.choose} />
        ) : null}
        <GridView grid={grid}>
          {(cell, index) => (
            <Cell key={index} grid={grid} cell={cell} index={index} actions={actions}>
              {(size) =>
                cell.imageId === undefined ? null : (
                  <ImageView
                    key={cell.imageId}
                    desk={desk}
                    imageId={cell.imageId}
                    image={byId.get(cell.imageId)}
                    size={size}
                  />
                )
              }
            </Cell>
          )}
        </GridView>
      </div>
    </div>
  )
}
