import { animalSizes } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { confirmKeys } from '../../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { splitViews } from './plan/annotations.ts'
import type { AnnotationPlan } from './plan/use-annotations.ts'
import type { AnnotationChoice } from './plan/use-annotation-choice.ts'
import type { useImageTools } from './preview/image-tools.tsx'
import type { Images } from './preview/use-images.ts'

interface CaptureActions {
  readonly press: () => void
  readonly finish: () => void
  readonly plan: AnnotationPlan
  readonly images: Images
  readonly tools: ReturnType<typeof useImageTools>
}

/** Returns the previous or next item, if there is one. */
const getNeighbour = <One>(
  all: readonly One[],
  one: One | undefined,
  step: 1 | -1,
): One | undefined => (one === undefined ? undefined : all[all.indexOf(one) + step])

/** Deliberate keys for the radiation and the end of an examination: a letter may be a typing error. */
const functionKey = { worksIn: ['textField'], isOnce: true } as const

/** The keyboard shortcuts of the general and the dental capture page; `?` lists them. */
export function useCaptureKeys({ press, finish, plan, images, tools }: CaptureActions) {
  const { t } = useTranslation()
  const start = t('capture:keys.start')
  const toAnnotation = (step: 1 | -1) => {
    const next = getNeighbour(plan.annotations, plan.selected, step)
    if (next) plan.select(next)
  }
  const toImage = (step: 1 | -1) => {
    const next = getNeighbour(images.images, images.selected, step)
    if (next) images.select(next.id)
  }
  useShortcuts([
    { ...functionKey, keys: 'F9', label: start, run: press },
    { ...confirmKeys, label: start, run: press },
    { keys: 'j', label: t('capture:keys.nextAnnotation'), run: () => toAnnotation(1) },
    { keys: 'k', label: t('capture:keys.previousAnnotation'), run: () => toAnnotation(-1) },
    { keys: '.', label: t('capture:keys.nextImage'), run: () => toImage(1) },
    { keys: ',', label: t('capture:keys.previousImage'), run: () => toImage(-1) },
    { keys: 'o', label: t('capture:presets.action'), run: tools.changePreset },
    { keys: 'r', label: t('capture:reject.action'), run: tools.reject },
    { keys: 'v', label: t('capture:viewer.open'), run: tools.openViewer },
    { ...functionKey, keys: 'F4', label: t('capture:finishKey'), run: finish },
  ])
}

/** The shortcuts that choose size and view and add the annotation. */
export function useAnnotationChoiceKeys(
  choice: AnnotationChoice,
  add: () => void,
  isLooping: boolean,
) {
  const { t } = useTranslation()
  useShortcuts([
    ...animalSizes.map((size) => ({
      keys: size.slice(0, 1).toLowerCase(),
      label: t('capture:keys.size', { size: t(`capture:size.${size}`) }),
      run: () => choice.setSize(size),
      // The size sets the technique, which a stray letter must not change under an armed sensor.
      when: !isLooping,
    })),
    ...splitViews(choice.views).buttons.map((view, index) => ({
      keys: String(index + 1),
      label: t('capture:keys.view', { number: index + 1 }),
      run: () => choice.setView(view),
    })),
    {
      keys: 'a',
      label: t('capture:keys.add'),
      run: () => {
        if (choice.obstacle === undefined) add()
      },
    },
  ])
}
