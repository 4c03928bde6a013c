import type { Image, ImageId } from '@talus/contract'
import { spacingOf } from '@talus/measurements'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../maps/canvas/language-of.ts'
import { Cell } from './cell/cell.tsx'
import { ImageView } from './cell/image-view.tsx'
import type { Desk, DeskGiven } from './desk.ts'
import { usePicture } from './engine/pictures.ts'
import { useFrameKeys } from './frames/use-frame-keys.ts'
import { shownIn } from './grid/grid.ts'
import { GridPicker } from './grid/grid-picker.tsx'
import { GridView } from './grid/grid-view.tsx'
import { useGridActions } from './grid/use-grid-actions.ts'
import { usePanelFacts } from './panel-facts.ts'
import { useAnimal } from './panels/measurements/guided/use-animal.ts'
import { useShelf } from './panels/priors/use-shelf.ts'
import { RightPanel } from './panels/right-panel/right-panel.tsx'
import { Toolbar } from './panels/toolbar/toolbar.tsx'
import { SaveState } from './save-state.tsx'
import { presentationOf } from './presentation.ts'
import { sheetWords } from './sheet-words.ts'
import { takePictureAt } from './take-picture.ts'
import { ThumbnailList } from './thumbnails/thumbnail-list.tsx'
import { Guide } from './tools/guide.tsx'
import { useScene } from './tools/use-scene.ts'
import { usePresets } from './use-presets.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import styles from './viewer.module.css'

export interface ViewerProps extends Omit<DeskGiven, 'onMerged' | 'onRestored'> {
  /** VHS, TPLO, TTA and the like. */
  readonly hasAdvancedTools: boolean
  readonly onBack: () => void
  /** Where the clinic is. */
  readonly timeZone?: string | undefined
  /** What belongs to other parts of the application, for the active image. */
  readonly slots: {
    readonly forms?: (imageId: ImageId | undefined) => ReactNode
    readonly createCase?: ReactNode
    /** Below the data of an image. */
    readonly imageData?: (imageId: ImageId) => ReactNode
  }
}

export function OpenViewer(props: ViewerProps & { readonly desk: Desk }) {
  const { desk, source, hasAdvancedTools, slots } = props
  const { store, saver, pictures, priors } = desk
  const imageIds = source.images.map(({ id }) => id)
  const { i18n } = useTranslation()
  const grid = useScene(store, (scene) => scene.grid)
  const shelf = useShelf(priors)
  const actions = useGridActions(store, imageIds)
  const [isListOpen, setListOpen] = useState(source.images.length > 1)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const active = grid.cells[grid.active]?.imageId
  const picture = usePicture(pictures, active)
  const calibration = useScene(store, () =>
    active === undefined ? undefined : store.imageState(active).calibration,
  )
  const facts = usePanelFacts(desk, isPanelOpen ? imageIds : shownIn(grid))
  const imageOf = (id: ImageId): Image | undefined =>
    source.images.find((image) => image.id === id) ?? shelf.images.get(id)?.image
  const presets = usePresets(picture, (active && imageOf(active)?.bodyPart) ?? '')
  const animal = useAnimal(source.patientId)
  const { present } = source
  const keepPresentation = present && (async (id: ImageId) => present(id, presentationOf(desk, id)))
  useViewerKeys({ store, actions })
  useFrameKeys(desk.cine, active, picture.metadata?.display?.frames ?? 1)
  return (
    <div className={styles.viewer} data-viewer>
      <Toolbar
        store={store}
        hasAdvancedTools={hasAdvancedTools}
        hasSpacing={spacingOf(picture.metadata?.spacing, calibration).spacing.unit === 'mm'}
        presets={presets}
        onBack={props.onBack}
        sidebar={{ isOpen: isListOpen, toggle: () => setListOpen(!isListOpen) }}
        panel={{ isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }}
        takePicture={takePictureAt(desk)}
        keepPresentation={keepPresentation}
        sheet={sheetWords(picture.metadata, {
          imageOf,
          metadataOf: facts.metadataOf,
          language: languageOf(i18n.language),
        })}
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
        <div className={styles.middle}>
          <Guide
            store={store}
            imageId={active}
            context={active === undefined ? undefined : facts.contextOf(active)}
            animal={animal}
          />
          <GridView grid={grid}>
            {(cell, index) => (
              <Cell
                key={`${cell.row} ${cell.column}`}
                grid={grid}
                cell={cell}
                index={index}
                actions={actions}
              >
                {(size) =>
                  cell.imageId === undefined ? null : (
                    <ImageView
                      key={cell.imageId}
                      desk={desk}
                      imageId={cell.imageId}
                      image={imageOf(cell.imageId)}
                      prior={shelf.images.get(cell.imageId)}
                      size={size}
                      isActive={index === grid.active}
                    />
                  )
                }
              </Cell>
            )}
          </GridView>
        </div>
        <RightPanel
          {...facts}
          isOpen={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          store={store}
          source={source}
          priors={source.patientId === undefined ? undefined : priors}
          timeZone={props.timeZone}
          slots={{ imageData: active === undefined ? null : slots.imageData?.(active) }}
        />
      </div>
    </div>
  )
}
