import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
} from '@tabler/icons-react'
import type { Drawing, ImageId } from '@talus/contract'
import { nextStep, referenceOf, removeLastStep, standingOf, toolOf } from '@talus/measurements'
import type { Animal, Measured, MeasuringContext, ToolDefinition } from '@talus/measurements'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawnOn, frameIn, withDrawing, withoutDrawing } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { isDrawingTool } from './controller.ts'
import { openDrawing } from './draw-gesture.ts'
import { useScene } from './use-scene.ts'
import { measuredWords, shortToolWords, stepWords, toolWords, valueWords } from './words.ts'
import classes from './guide.module.css'

interface GuideProps {
  readonly store: ViewerStore
  /** The active image; without one there is nothing to guide. */
  readonly imageId: ImageId | undefined
  readonly context: MeasuringContext | undefined
  readonly animal: Animal
}

/**
 * A strip above the images that says what to draw next, and what came of it. It takes room of its own and
 * never lies on an image.
 */
export function Guide({ store, imageId, context, animal }: GuideProps) {
  const chosen = useScene(store, (scene) => scene.tool)
  const tool = isDrawingTool(chosen) ? toolOf(chosen) : undefined
  const state = useScene(store, () =>
    imageId === undefined ? undefined : store.imageState(imageId),
  )
  const frame = useScene(store, (scene) => (imageId === undefined ? 1 : frameIn(scene, imageId)))
  if (!tool || tool.steps.length < 2 || imageId === undefined || !state || !context) return null
  const here = drawnOn(state.drawings, frame)
  // Of what needs no guide, the last one that was drawn: its result should not vanish at once.
  const drawing = openDrawing(here, tool) ?? here.findLast((one) => one.tool === tool.id)
  return <Strip {...{ store, imageId, context, animal, tool, drawing }} key={tool.id} />
}

interface StripProps {
  readonly store: ViewerStore
  readonly imageId: ImageId
  readonly context: MeasuringContext
  readonly animal: Animal
  readonly tool: ToolDefinition
  readonly drawing: Drawing | undefined
}

function Strip({ store, imageId, context, animal, tool, drawing }: StripProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const next = nextStep(drawing, tool)
  const results = drawing ? tool.measure(drawing, context) : []
  const lacksSpacing = tool.needsSpacing && context.spacing.unit !== 'mm'
  const removeLast = () => {
    if (!drawing) return
    const rest = removeLastStep(drawing)
    store.commit(imageId, rest ? withDrawing(rest) : withoutDrawing(drawing.id))
  }
  const says = lacksSpacing ? t('measure:told.needsSpacing') : next && stepWords(tool.id, next.name)
  return (
    <section className={classes.guide} aria-label={t('measure:guide.label')}>
      <div className={classes.row}>
        <Name tool={tool} />
        <Steps tool={tool} drawing={drawing} current={next?.step} />
        {isOpen ? (
          <div className={classes.says} role="status">
            {says ? <span>{says}</span> : null}
            {results.length > 0 ? (
              <div className={classes.came}>
                <Results tool={tool} results={results} animal={animal} />
                <span className={classes.note}>{t('measure:guide.notDiagnosis')}</span>
              </div>
            ) : null}
          </div>
        ) : null}
        <span className={classes.buttons}>
          {drawing ? (
            <button
              type="button"
              className={classes.removeLast}
              aria-label={t('measure:guide.removeLast')}
              data-hint={t('measure:guide.removeLast')}
              onClick={removeLast}
            >
              <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
              <span>{t('measure:guide.removeLast')}</span>
            </button>
          ) : null}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'measure:guide.hide' : 'measure:guide.show')}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
          </ActionIcon>
        </span>
      </div>
    </section>
  )
}

/** The abbreviation alone where there is little room. */
function Name({ tool }: { readonly tool: ToolDefinition }) {
  const name = toolWords(tool.id)
  const short = shortToolWords(tool.id)
  if (short === name) return <strong className={classes.name}>{name}</strong>
  return (
    <>
      <strong className={classes.name} data-long>
        {name}
      </strong>
      <strong className={classes.short}>{short}</strong>
    </>
  )
}

interface StepsProps {
  readonly tool: ToolDefinition
  readonly drawing: Drawing | undefined
  readonly current: number | undefined
}

/** Done, current, to come: by shape and number, and in words for those who do not see them. */
function Steps({ tool, drawing, current }: StepsProps) {
  const { t } = useTranslation()
  const count = tool.steps.length
  return (
    <span
      className={classes.steps}
      role="img"
      aria-label={
        current === undefined
          ? t('measure:guide.done')
          : t('measure:guide.step', { number: current, count })
      }
    >
      {tool.steps.map(({ name }, index) => {
        const isDone = drawing?.steps.some(({ step }) => step === index + 1) ?? false
        return (
          <span
            key={name}
            className={classes.step}
            data-done={isDone || undefined}
            data-current={current === index + 1 || undefined}
          >
            {isDone ? <IconCheck size={12} stroke={3} aria-hidden /> : index + 1}
          </span>
        )
      })}
    </span>
  )
}

const icons = { below: IconArrowDown, within: IconCheck, above: IconArrowUp }

interface ResultsProps {
  readonly tool: ToolDefinition
  readonly results: readonly Measured[]
  readonly animal: Animal
}

/**
 * The numbers, with those of healthy animals beside the one that they are about. On one line, and what does not
 * fit is in the panel: the images must not move when a result appears.
 */
function Results({ tool, results, animal }: ResultsProps) {
  const { t, i18n } = useTranslation()
  const reference = referenceOf(tool.id, animal)
  const rangeOf = (measured: Measured) => {
    const { low, high } = reference ?? {}
    const plain = (value: number) =>
      new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value)
    const words = (value: number) =>
      valueWords({ ...measured, value, decimals: value % 1 === 0 ? 0 : 1 })
    if (low !== undefined && high !== undefined)
      return t('measure:guide.between', { low: plain(low), high: words(high) })
    if (low !== undefined) return t('measure:guide.atLeast', { low: words(low) })
    return high === undefined ? '' : t('measure:guide.atMost', { high: words(high) })
  }
  return (
    <dl className={classes.results}>
      {results.map((measured, index) => {
        const isCompared = reference?.measured.includes(measured.name) ?? false
        const standing = isCompared && reference ? standingOf(reference, measured) : undefined
        const Icon = standing && icons[standing]
        return (
          <div key={measured.name} data-main={index === 0 || undefined}>
            <dt>{measuredWords(measured)}</dt>
            <dd>{valueWords(measured)}</dd>
            {standing ? (
              <dd className={classes.standing} data-standing={standing}>
                {Icon ? <Icon size={14} stroke={2} aria-hidden /> : null}
                {t(`measure:guide.${standing}`, { range: rangeOf(measured) })}
              </dd>
            ) : null}
          </div>
        )
      })}
    </dl>
  )
}
